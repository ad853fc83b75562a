//! 100,000 made-up instances into SQLite, Parquet and JSONL. The peak of the process's memory is printed at the
//! end; targets of issue 11: SQLite under 10 s, Parquet under 5 s, memory under 300 MB.

use afb_build::export::{self, Build, Dataset, ExportError, Format, Instances};
use afb_build::tasks::Instance;
use divan::counter::ItemsCount;

#[path = "../tests/support/instances.rs"]
#[allow(dead_code, reason = "shared with the integration tests")]
mod instances;

const N: usize = 100_000;

/// Instances made as they are asked for, as a store gives them.
struct Made;

impl Instances for Made {
    fn each(&self, take: &mut export::source::Take<'_>) -> Result<(), ExportError> {
        (0..N).try_for_each(|n| {
            let mut made: Instance = instances::instance(n);
            made.id = format!("{n:07}");
            take(made)
        })
    }
}

fn main() {
    divan::main();
    if let Ok(status) = std::fs::read_to_string("/proc/self/status")
        && let Some(line) = status.lines().find(|line| line.starts_with("VmHWM"))
    {
        eprintln!("peak memory of all benches: {}", line.trim_start_matches("VmHWM:").trim());
    }
}

fn run(bencher: divan::Bencher, format: Format) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out");
    bencher.counter(ItemsCount::new(N)).bench_local(|| {
        export::write(&Dataset::new(&Made, Build::default()), format, &path).unwrap();
    });
}

/// Making the instances alone, which the others contain.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn making(bencher: divan::Bencher) {
    bencher.counter(ItemsCount::new(N)).bench_local(|| {
        Dataset::new(&Made, Build::default()).tally().unwrap();
    });
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn sqlite(bencher: divan::Bencher) {
    run(bencher, Format::Sqlite);
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn huggingface_parquet(bencher: divan::Bencher) {
    run(bencher, Format::Huggingface);
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn jsonl(bencher: divan::Bencher) {
    run(bencher, Format::Jsonl);
}
