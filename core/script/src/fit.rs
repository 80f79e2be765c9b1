//! Whole numbers brought into narrower types without ever cutting them off.

/// A type of whole numbers that others are brought into.
pub(crate) trait Whole: Sized {
    /// The number itself if it fits, else the nearest one that does.
    fn nearest(n: i64) -> Self;
}

macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Whole for $kind {
            fn nearest(n: i64) -> $kind {
                let beyond = if n < 0 { <$kind>::MIN } else { <$kind>::MAX };
                <$kind>::try_from(n).unwrap_or(beyond)
            }
        }
    )*};
}

whole!(u8, u16, u32, usize, i16, i32);

/// The number itself if it fits, else the nearest one that does.
pub(crate) fn nearest<T: Whole>(n: impl Into<i64>) -> T {
    T::nearest(n.into())
}

/// A place in a list as a number that scripts and handles carry; lists of scripts are far shorter.
pub(crate) fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_never_cut_off() {
        assert_eq!([nearest::<u8>(255), nearest(256), nearest(-1)], [255, 255, 0]);
        assert_eq!([nearest::<i16>(70_000), nearest(-70_000), nearest(7)], [32767, -32768, 7]);
        assert_eq!(nearest::<i32>(i64::MAX), i32::MAX);
        assert_eq!(nearest::<usize>(-5), 0);
        assert_eq!(place(usize::MAX), u32::MAX);
    }
}
