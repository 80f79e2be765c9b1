//! What does not fit in the window: letters that are cut off, and buttons nobody sees.

use egui::accesskit::Role;
use egui::epaint::{ClippedShape, TextShape};
use egui::{Rect, Shape};
use egui_kittest::kittest::{By, NodeT, Queryable};

use super::Window;

/// So many points beyond an edge nobody sees.
const SLACK: f32 = 1.5;
/// What is scrolled is read in pieces that are at least so high: two lines.
const LEAST_SEEN: f32 = 36.0;

/// Letters on the screen, and the part of it in which they can be seen.
struct Letters {
    text: String,
    rect: Rect,
    clip: Rect,
    is_elided: bool,
}

impl Window {
    /// Everything that is cut off, or lies where nobody can see it, in words.
    pub fn misfits(&self) -> Vec<String> {
        let window = self.harness.ctx.content_rect();
        let bars = self.bars();
        let letters = self.letters();
        let mut found: Vec<String> =
            letters.iter().filter_map(|it| cut(it, window, &bars)).collect();
        let nodes = self.harness.query_all(By::new().recursive(true));
        found.extend(nodes.filter_map(|node| {
            let label = node.accesskit_node().label()?;
            let is_meant = matches!(node.accesskit_node().role(), Role::Button | Role::CheckBox);
            (is_meant && !is_reached(node.rect(), window, &bars))
                .then(|| format!("`{label}` lies outside of the window: {:?}", node.rect()))
        }));
        found
    }

    /// Where what is called so lies.
    #[track_caller]
    pub fn place(&self, label: &str) -> Rect {
        let node = self.harness.query_all_by_label(label).next();
        node.unwrap_or_else(|| panic!("there is no `{label}` in {:#?}", self.labels())).rect()
    }

    /// Where everything is that is called so.
    pub fn places(&self, label: &str) -> Vec<Rect> {
        self.harness.query_all_by_label(label).map(|node| node.rect()).collect()
    }

    /// Whether what is called so is in sight as a whole, without scrolling.
    pub fn sees(&self, label: &str) -> bool {
        let window = self.harness.ctx.content_rect().expand(SLACK);
        let mut nodes = self.harness.query_all_by_label(label);
        let bars = self.bars();
        nodes.any(|node| {
            let rect = node.rect();
            let scrolls = bars
                .iter()
                .any(|bar| bar.y_range().intersects(rect.y_range()) && scrolls(*bar, rect));
            window.contains_rect(rect) && !scrolls
        })
    }

    /// What keeps a text from being read whole: it has to stand there without dots at its end, and
    /// what of it is not in sight has to be scrolled there.
    pub fn unread(&self, told: &str) -> Option<String> {
        let letters = self.letters().into_iter().find(|it| it.text == told);
        let Some(Letters { rect, clip, is_elided, .. }) = letters else {
            return Some(format!("`{told}` is not there"));
        };
        if is_elided {
            return Some(format!("`{told}` ends in dots"));
        }
        let window = self.harness.ctx.content_rect();
        let seen = clip.intersect(window);
        let whole = seen.expand(SLACK).contains_rect(rect);
        let is_scrolled = || self.bars().iter().any(|bar| is_beside(*bar, (rect, clip)));
        let lines = rect.intersect(seen).height();
        (!whole && (!is_scrolled() || lines < LEAST_SEEN))
            .then(|| format!("of `{told}` at {rect:?} only {lines} points are seen in {seen:?}"))
    }

    /// Texts that end in dots because they have no room.
    pub fn elided(&self) -> Vec<String> {
        let letters = self.letters().into_iter();
        letters.filter(|it| it.is_elided).map(|it| it.text).collect()
    }

    /// Where something can be scrolled up and down.
    fn bars(&self) -> Vec<Rect> {
        let nodes = self.harness.query_all(By::new().recursive(true));
        let bars = nodes.filter(|node| node.accesskit_node().role() == Role::ScrollBar);
        bars.map(|node| node.rect()).collect()
    }

    fn letters(&self) -> Vec<Letters> {
        let mut found = Vec::new();
        for ClippedShape { clip_rect, shape, .. } in &self.harness.output().shapes {
            collect(shape, *clip_rect, &mut found);
        }
        found
    }
}

fn collect(shape: &Shape, clip: Rect, found: &mut Vec<Letters>) {
    if let Shape::Vec(shapes) = shape {
        shapes.iter().for_each(|shape| collect(shape, clip, found));
    }
    if let Shape::Text(text) = shape
        && is_shown(text)
    {
        let rect = text.visual_bounding_rect();
        let (text, is_elided) = (text.galley.text().to_owned(), text.galley.elided);
        found.push(Letters { text, rect, clip, is_elided });
    }
}

fn is_shown(text: &TextShape) -> bool {
    text.opacity_factor > 0.0 && text.galley.mesh_bounds.is_positive()
}

/// What is cut off of letters, in words.
fn cut(letters: &Letters, window: Rect, bars: &[Rect]) -> Option<String> {
    let Letters { text, rect, clip, .. } = letters;
    let seen = clip.intersect(window).expand(SLACK);
    let aside = rect.left() < seen.left() || rect.right() > seen.right();
    let below = rect.top() < seen.top() || rect.bottom() > seen.bottom();
    let is_scrolled = bars.iter().any(|bar| is_beside(*bar, (*rect, *clip)));
    let passes = rect.bottom() < seen.top() || rect.top() > seen.bottom();
    let is_cut = (aside && !(passes && is_scrolled)) || (below && !is_scrolled);
    is_cut.then(|| format!("`{text}` at {rect:?} is cut off by {seen:?}"))
}

/// Whether a bar stands to the right of letters, in the area in which they can be seen.
fn is_beside(bar: Rect, (letters, area): (Rect, Rect)) -> bool {
    let reaches = bar.top() < area.bottom() && bar.bottom() > area.top();
    let x = bar.center().x;
    reaches && bar.width() < bar.height() && x >= letters.left() && x < area.right() + 40.0
}

/// Whether a bar scrolls the column in which something lies.
fn scrolls(bar: Rect, rect: Rect) -> bool {
    let beside = bar.center().x >= rect.left() && bar.center().x - rect.right() < 60.0;
    beside && bar.width() < bar.height()
}

/// Whether something lies in the window, or can be scrolled there.
fn is_reached(rect: Rect, window: Rect, bars: &[Rect]) -> bool {
    let window = window.expand(SLACK);
    let aside = rect.left() >= window.left() && rect.right() <= window.right();
    let within = rect.top() >= window.top() && rect.bottom() <= window.bottom();
    aside && (within || bars.iter().any(|bar| bar.center().x >= rect.left()))
}
