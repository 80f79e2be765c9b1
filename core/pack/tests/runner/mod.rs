//! What runs the fuzz targets of all crates: some hundred cases with every run of the tests, always
//! the same, and new ones for as long as `HARENA_FUZZ_SECONDS` says.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Runs one target on `n_cases` cases, or on new ones again and again until the time is over.
///
/// # Panics
///
/// At the first case for which `holds` panics, with the smallest one like it.
pub fn fuzz<S: Strategy>(name: &str, n_cases: u32, cases: S, holds: impl Fn(S::Value))
where
    S::Value: Debug,
{
    let seconds = std::env::var("HARENA_FUZZ_SECONDS").ok().and_then(|it| it.parse().ok());
    let until = seconds.map(Duration::from_secs).unwrap_or_default();
    let start = Instant::now();
    let mut n = 0_u64;
    loop {
        let config = Config { cases: n_cases, failure_persistence: None, ..Config::default() };
        let mut runner = if n == 0 {
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
            TestRunner::new_with_rng(config, rng)
        } else {
            TestRunner::new(config)
        };
        let result = runner.run(&cases, |case| {
            holds(case);
            Ok(())
        });
        if let Err(found) = result {
            panic!("{name}: {found}");
        }
        n += u64::from(n_cases);
        if start.elapsed() >= until {
            break;
        }
    }
    println!("{name}: {n} cases in {} s, no finding", start.elapsed().as_secs());
}
