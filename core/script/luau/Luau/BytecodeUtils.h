// The short way from Luau's loop to a field of a handle.
//
// Luau's loop has such a way for fields of full userdata only; a handle is light userdata, and
// goes through a metamethod with a call frame of its own, which costs six times as much. The file
// of the loop includes this header last of all, so here is where its name for the long way can be
// given to a function that tries the short one first. No file of Luau is changed; without this
// header (see `LUAU_INCLUDE_DIRS` in `.cargo/config.toml`) everything works, only slower.
//
// What answers is registered for the tag of userdata below, under which no userdata is ever made;
// see `raw_field.rs`. Cargo does not see changes of this file: `cargo clean -p mlua-sys` after one.
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

#endif
