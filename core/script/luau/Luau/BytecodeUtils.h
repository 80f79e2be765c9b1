// The short way from Luau's loop to a field of a handle.
//
// Luau's loop has such a way for fields of full userdata only; a handle is light userdata, and
// goes through a metamethod with a call frame of its own, which costs six times as much. The file
// of the loop includes this header last of all, so here is where its name for the long way can be
// given to a function that tries the short one first. No file of Luau is changed. What answers is
// registered for the tag of userdata below, under which no userdata is ever made; see `raw_field.rs`.
//
// In the same way, what takes long between two safepoints of the loop is counted: comparing and
// joining long texts, and giving large tables a new size. Without that, some ten thousand such
// operations written in a row would run for minutes before anybody could end them.
//
// Without this header (see `.cargo/config.toml`) all of that is missing. Cargo does not see changes
// of this file, but those of the number there: raise `HARENA_LOOP` with every change.
#pragma once

// Luau's own header of this name.
#include "../include/Luau/BytecodeUtils.h"

// Only the file of the loop knows calls of the machine, its tables and its numbers.
#if defined(equalobj) && defined(gval2slot) && defined(luai_numadd)

// The tag that stands for handles, as in `raw_field.rs`.
static const int kHandles = LUA_UTAG_LIMIT - 1;

// As `Answered` in `raw_field.rs`.
struct HarenaField
{
    uint64_t sort;
    union
    {
        double number;
        uint64_t bits;
    };
};

static LUAU_FORCEINLINE bool harenaField(lua_State* L, const TValue* t, const TValue* key, StkId val)
{
    if (!ttislightuserdata(t) || !ttisstring(key) || tsvalue(key)->atom < 0)
        return false;
    lua_UserdataDirectAccess ask = L->global->udatadirect[kHandles].index;
    if (!ask)
        return false;
    HarenaField field = {0, {0}};
    ask(L, pvalue(t), tsvalue(key)->atom, reinterpret_cast<uint16_t*>(&field), kHandles);
    switch (field.sort)
    {
    case 1:
        setnilvalue(val);
        return true;
    case 2:
        setbvalue(val, field.bits != 0);
        return true;
    case 3:
        setnvalue(val, field.number);
        return true;
    case 4:
        setpvalue(val, reinterpret_cast<void*>(field.bits), 0);
        return true;
    case 5:
        setobj2s(L, val, luaH_getnum(hvalue(registry(L)), int(field.bits)));
        return true;
    default:
        return false;
    }
}

static LUAU_FORCEINLINE void harenaGetTable(lua_State* L, const TValue* t, TValue* key, StkId val)
{
    if (!harenaField(L, t, key, val))
        luaV_gettable(L, t, key, val);
}

#define luaV_gettable harenaGetTable

// Every call of a method asks for the same entry of the same metatable.
static LUAU_FORCEINLINE const TValue* harenaTm(lua_State* L, LuaTable* events, TMS event, TString* name)
{
    const TValue* call = &L->global->udatadirect[kHandles].namecalltm;
    if (event == TM_NAMECALL && events == L->global->mt[LUA_TLIGHTUSERDATA] && !ttisnil(call))
        return call;
    return luaT_gettm(events, event, name);
}

#define luaT_gettm(events, event, name) harenaTm(L, events, event, name)

// Texts and tables of this size and more are counted.
static const size_t kLongText = 1024;
static const size_t kLargeTable = 4096;
// As `MAX_NUMERAL` in `raw_native.rs`.
static const size_t kLongNumeral = 1000;

// As if the loop had passed so many safepoints. The last of them ends the call if that was too much.
static LUAU_NOINLINE void harenaCount(lua_State* L, size_t n)
{
    void (*interrupt)(lua_State*, int) = L->global->cb.interrupt;
    if (!interrupt)
        return;
    for (; n > 0; n--)
        interrupt(L, -1);
}

static int harenaCompare(lua_State* L, const TString* left, const TString* right)
{
    size_t shorter = left->len < right->len ? left->len : right->len;
    if (LUAU_UNLIKELY(shorter >= kLongText))
        harenaCount(L, shorter / 256);
    return luaV_strcmp(left, right);
}

// The loop compares texts without noting where it is.
#define luaV_strcmp(left, right) (L->ci->savedpc = pc, harenaCompare(L, left, right))

// Making the text is charged where memory is asked for; here the call ends if that was too much.
static void harenaConcat(lua_State* L, int total, int last)
{
    luaV_concat(L, total, last);
    const TValue* made = L->base + last - total + 1;
    if (LUAU_UNLIKELY(ttisstring(made) && tsvalue(made)->len >= kLongText))
        harenaCount(L, 1);
}

#define luaV_concat harenaConcat

// A text that stands for a number is read digit by digit.
static LUAU_FORCEINLINE void harenaNumeral(lua_State* L, const TValue* value)
{
    if (LUAU_UNLIKELY(ttisstring(value) && tsvalue(value)->len > kLongNumeral))
        luaG_runerror(L, "this text is too long for a number");
}

template<TMS event>
static void harenaArithmetic(lua_State* L, StkId ra, const TValue* left, const TValue* right)
{
    harenaNumeral(L, left);
    harenaNumeral(L, right);
    luaV_doarithimpl<event>(L, ra, left, right);
}

#define luaV_doarithimpl harenaArithmetic

static void harenaPrepareFor(lua_State* L, StkId limit, StkId step, StkId first)
{
    harenaNumeral(L, limit);
    harenaNumeral(L, step);
    harenaNumeral(L, first);
    luaV_prepareFORN(L, limit, step, first);
}

#define luaV_prepareFORN harenaPrepareFor

// A table that has no room moves all it holds, even to as much room as it had.
static LUAU_NOINLINE void harenaMoved(lua_State* L, const LuaTable* table)
{
    size_t n = size_t(sizenode(table)) + size_t(table->sizearray);
    if (n >= kLargeTable)
        harenaCount(L, n / 2);
}

static LUAU_FORCEINLINE void harenaSetTable(lua_State* L, const TValue* t, TValue* key, StkId val)
{
    // What answers for a new key may be a function, after which the table may be gone.
    if (!ttistable(t) || fasttm(L, hvalue(t)->metatable, TM_NEWINDEX) != NULL)
        return luaV_settable(L, t, key, val);
    LuaTable* table = hvalue(t);
    const LuaNode* nodes = table->node;
    luaV_settable(L, t, key, val);
    if (LUAU_UNLIKELY(table->node != nodes))
        harenaMoved(L, table);
}

#define luaV_settable harenaSetTable

static LUAU_FORCEINLINE TValue* harenaSetText(lua_State* L, LuaTable* table, TString* key)
{
    const LuaNode* nodes = table->node;
    TValue* slot = luaH_setstr(L, table, key);
    if (LUAU_UNLIKELY(table->node != nodes))
        harenaMoved(L, table);
    return slot;
}

#define luaH_setstr harenaSetText

static LUAU_FORCEINLINE void harenaResize(lua_State* L, LuaTable* table, int size)
{
    if (LUAU_UNLIKELY(size_t(size) >= kLargeTable))
        harenaCount(L, size_t(size) / 4);
    luaH_resizearray(L, table, size);
}

#define luaH_resizearray harenaResize

#endif
