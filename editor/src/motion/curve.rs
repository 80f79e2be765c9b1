//! How fast something moves on its way.

/// A curve from rest to rest, by the two inner points that bend it, as in style sheets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    first: (f32, f32),
    second: (f32, f32),
}

impl Curve {
    /// Fast, then slower and slower.
    pub const OUT: Curve = Curve { first: (0.2, 0.8), second: (0.2, 1.0) };
    /// Slow at both ends.
    pub const BOTH: Curve = Curve { first: (0.6, 0.0), second: (0.3, 1.0) };

    /// The part of the way that is done when a part of the time is over.
    pub fn at(self, time: f32) -> f32 {
        if time <= 0.0 || time >= 1.0 {
            return time.clamp(0.0, 1.0);
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..14 {
            let middle = (low + high) / 2.0;
            if bent(middle, self.first.0, self.second.0) < time {
                low = middle;
            } else {
                high = middle;
            }
        }
        bent((low + high) / 2.0, self.first.1, self.second.1)
    }
}

fn bent(t: f32, first: f32, second: f32) -> f32 {
    let u = 1.0 - t;
    3.0 * u * u * t * first + 3.0 * u * t * t * second + t * t * t
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_run_from_rest_to_rest_and_never_back() {
        for curve in [Curve::OUT, Curve::BOTH] {
            let way: Vec<f32> = (0..=20u8).map(|i| curve.at(f32::from(i) / 20.0)).collect();
            assert_eq!((way[0], way[20]), (0.0, 1.0));
            assert!(way.windows(2).all(|two| two[0] <= two[1]), "{way:?}");
        }
        assert!(Curve::OUT.at(0.3) > 0.6, "it is fast at first");
        assert!(Curve::BOTH.at(0.1) < 0.1, "it is slow at first");
    }
}
