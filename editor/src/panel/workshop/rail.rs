//! The rail: all sheets of the pack, then its files.

use egui::{ComboBox, FontId, RichText, ScrollArea, Ui, pos2, vec2};

use std::sync::Arc;

use super::{Bench, dot_ui, head_ui, row_ui};
use crate::draw::{self, icon};
use crate::paint::board::{face_of_prototype, form_of};
use crate::paint::tile;
use crate::panel::Wish;
use crate::panel::widgets::Action;
use crate::session::Trouble;
use crate::workshop::kept::Entry;
use crate::workshop::{Chosen, Target};
use crate::{text, theme};

/// The sheets of the pack, as far as its game has a form for them: listed again only where a text,
/// the match or the packs have changed.
pub(super) fn entries(bench: &mut Bench) -> Arc<Vec<Entry>> {
    let made = bench.made();
    if let Some(entries) = bench.workshop.kept.entries(made) {
        return entries;
    }
    let entries = Arc::new(listed(bench));
    bench.workshop.kept.keep_entries(made, entries.clone());
    entries
}

fn listed(bench: &Bench) -> Vec<Entry> {
    let Some(cover) = bench.cover else { return Vec::new() };
    let all = bench.workshop.sheets();
    let known = all.filter(|(_, sheet)| cover.forms.makers.contains_key(&sheet.maker));
    let entry = |(path, sheet): (&str, &harena_script::page::WrittenSheet)| {
        let lines = bench.workshop.file(path).map(|file| file.sound().lines_of(&sheet.span));
        let title = sheet.table.get(&"title".into()).and_then(|field| field.says.value());
        let title = title.as_ref().and_then(|it| it.as_text().map(str::to_owned));
        let made = bench.with_view(|view| {
            let id = bench.prototype(view, path, &sheet.id)?;
            Some((id, Arc::new(face_of_prototype(view, id)), view.game.prototype(id).copies))
        });
        let (made, copies) = match made.flatten() {
            Some((id, face, copies)) => (Some((id, face)), copies),
            None => (None, 0),
        };
        Entry {
            sheet: Chosen::of(path, sheet),
            title: title.unwrap_or_else(|| crate::book::readable(&sheet.id)),
            lines: lines.unwrap_or_default(),
            copies,
            made,
        }
    };
    known.map(entry).collect()
}

fn has_problem(entry: &Entry, problems: &[Trouble]) -> bool {
    let (first, last) = entry.lines;
    problems.iter().any(|it| it.path == entry.sheet.path && (first..=last).contains(&it.line))
}

/// Draws the rail.
pub fn rail_ui(ui: &mut Ui, bench: &mut Bench, problems: &[Trouble]) {
    ui.add_space(6.0);
    let scroll = ScrollArea::vertical().id_salt("workshop rail").auto_shrink([false, false]);
    scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            ui.add_space(8.0);
            head_ui(ui, text::sheets());
        });
        ui.add_space(4.0);
        let entries = entries(bench);
        let mut last = None;
        for entry in entries.iter() {
            // Sheets of one sort stand together.
            if last.is_some_and(|maker| maker != &entry.sheet.maker) {
                ui.add_space(6.0);
            }
            last = Some(&entry.sheet.maker);
            sheet_ui(ui, bench, entry, has_problem(entry, problems));
        }
        add_ui(ui, bench, false);
        let n: u32 = entries.iter().map(|entry| u32::from(entry.copies)).sum();
        if n > 0 {
            ui.horizontal(|ui| {
                ui.add_space(8.0);
                ui.label(RichText::new(text::pieces(n as usize)).color(theme::now().ink3));
            });
        }
        ui.add_space(14.0);
        ui.horizontal(|ui| {
            ui.add_space(8.0);
            head_ui(ui, text::files());
        });
        ui.add_space(4.0);
        for path in files(bench) {
            file_ui(ui, bench, &path, problems.iter().any(|it| it.path == path));
        }
        ui.add_space(12.0);
    });
}

/// The files of the pack that are text, scripts first.
fn files(bench: &Bench) -> Vec<String> {
    let Some(pack) = bench.session.library.get(&bench.workshop.pack) else { return Vec::new() };
    let mut paths: Vec<String> = pack.tree.paths().map(str::to_owned).collect();
    paths.sort_by_key(|path| (!path.ends_with(".luau"), path.contains('/')));
    paths
}

fn sheet_ui(ui: &mut Ui, bench: &mut Bench, entry: &Entry, wrong: bool) {
    let now = theme::now();
    let chosen = bench.workshop.sheet.as_ref() == Some(&entry.sheet);
    let label = match entry.copies {
        0 | 1 => entry.title.clone(),
        n => format!("{}, {}", entry.title, text::pieces(usize::from(n))),
    };
    let (rect, response) = row_ui(ui, 29.0, chosen, &label);
    let center = pos2(rect.left() + 19.0, rect.center().y);
    if let Some((_, face)) = &entry.made
        && let Some(form) = bench.with_view(|view| form_of(view.game.board.kind()))
    {
        let bits = [center.x.to_bits(), center.y.to_bits()];
        draw::kept(ui.painter(), ("chip", bits, face), |pen| {
            tile::chip(pen, (center, 10.0), face, form);
        });
    }
    let color = if chosen { now.ink1 } else { now.ink2 };
    let right = rect.right() - 10.0;
    if wrong {
        dot_ui(ui, pos2(right - 2.0, rect.center().y));
    } else if entry.copies > 1 {
        let n = entry.copies.to_string();
        let font = FontId::proportional(15.0);
        ui.painter().text(
            pos2(right, rect.center().y),
            egui::Align2::RIGHT_CENTER,
            n,
            font,
            now.ink3,
        );
    }
    title_in(ui, rect, 38.0, (&entry.title, color, chosen));
    if response.clicked() {
        bench.workshop.choose(entry.sheet.clone());
    }
}

/// Writes a title into a row, as far as there is room.
fn title_in(
    ui: &Ui,
    rect: egui::Rect,
    left: f32,
    (title, color, bold): (&str, egui::Color32, bool),
) {
    let font = if bold { theme::bold(15.0) } else { FontId::proportional(15.0) };
    let mut job = egui::text::LayoutJob::simple_singleline(title.to_owned(), font, color);
    let room = (rect.width() - left - 30.0).max(20.0);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.painter().layout_job(job);
    let at = pos2(rect.left() + left, rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, color);
}

/// Draws what puts a new sheet, or a copy of the chosen one, behind it.
pub fn add_ui(ui: &mut Ui, bench: &mut Bench, brief: bool) {
    if !bench.workshop.is_own() {
        return;
    }
    let enabled = bench.workshop.can_add();
    let action = |sign, label| Action { enabled, ..Action::quiet(sign, label) };
    let mut kept = None;
    let new = action("plus-circle", text::new_sheet());
    if new.brief_ui(ui, brief).on_hover_text(text::new_sheet_about()).clicked() {
        kept = Some(Some(needed(bench)));
    }
    if action("copy", text::copy_sheet()).brief_ui(ui, brief).clicked() {
        kept = Some(None);
    }
    let Some(kept) = kept else { return };
    let names: Option<Vec<&str>> = kept.as_ref().map(|it| it.iter().map(String::as_str).collect());
    if bench.workshop.add_sheet(names.as_deref()).is_err() {
        bench.wishes.push(Wish::Say(text::not_changed_by_form().to_owned()));
    }
}

/// The fields without which a sheet like the chosen one is wrong.
fn needed(bench: &Bench) -> Vec<String> {
    let maker = bench.workshop.sheet.as_ref().map_or("", |sheet| sheet.maker.as_str());
    let form = bench.cover.and_then(|cover| cover.forms.makers.get(maker));
    let fields = form.into_iter().flat_map(|form| &form.fields);
    fields.filter(|field| field.required).map(|field| field.name.clone()).collect()
}

fn file_ui(ui: &mut Ui, bench: &mut Bench, path: &str, wrong: bool) {
    let now = theme::now();
    let chosen = bench.workshop.file == path;
    let (rect, response) = row_ui(ui, 29.0, chosen, path);
    let name = if path.ends_with(".luau") { "file-code" } else { "file-text" };
    if let Some(sign) = icon(name) {
        let center = pos2(rect.left() + 19.0, rect.center().y);
        draw::icon_ui(ui.painter(), center, sign, 18.0, now.ink3);
    }
    let unsaved = bench.workshop.file(path).is_some_and(|file| file.is_unsaved());
    if wrong {
        dot_ui(ui, pos2(rect.right() - 12.0, rect.center().y));
    } else if unsaved {
        ui.painter().circle_stroke(
            rect.right_center() - vec2(12.0, 0.0),
            4.0,
            egui::Stroke::new(1.5, now.accent),
        );
    }
    let color = if chosen { now.ink1 } else { now.ink2 };
    title_in(ui, rect, 38.0, (path, color, chosen));
    if response.clicked() {
        go(bench, path);
    }
}

fn go(bench: &mut Bench, path: &str) {
    let (session, pack) = (bench.session, bench.workshop.pack.clone());
    bench.workshop.open(session, &Target { pack, path: path.to_owned(), line: 1 });
}

/// Draws the same as menus, where there is no room for a rail.
pub fn menu_ui(ui: &mut Ui, bench: &mut Bench, problems: &[Trouble]) {
    let entries = entries(bench);
    let is_chosen = |entry: &Entry| bench.workshop.sheet.as_ref() == Some(&entry.sheet);
    let shown = entries.iter().find(|it| is_chosen(it)).map_or("", |it| it.title.as_str());
    let mut wanted = None;
    let combo = ComboBox::from_id_salt("workshop sheets").selected_text(shown).width(180.0);
    let response = combo.height(480.0).show_ui(ui, |ui| {
        for entry in entries.iter() {
            let sign = if has_problem(entry, problems) { " \u{2022}" } else { "" };
            let label = format!("{}{sign}", entry.title);
            if ui.selectable_label(is_chosen(entry), label).clicked() {
                wanted = Some(entry.sheet.clone());
            }
        }
    });
    response.response.accessible_name(text::sheets());
    if let Some(sheet) = wanted {
        bench.workshop.choose(sheet);
    }
    let mut wanted = None;
    let combo = ComboBox::from_id_salt("workshop files").selected_text(&bench.workshop.file);
    let response = combo.width(160.0).height(480.0).show_ui(ui, |ui| {
        for path in files(bench) {
            if ui.selectable_label(bench.workshop.file == path, &path).clicked() {
                wanted = Some(path);
            }
        }
    });
    response.response.accessible_name(text::files());
    if let Some(path) = wanted {
        go(bench, &path);
    }
}
