//! A child that is handed one text and answers one, within limits.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A longer answer is not read.
const MOST_BYTES: u64 = 16 << 20;

/// What a program answers to a request. It is ended after some time, or when it says too much.
///
/// # Errors
/// A sentence: it cannot be run, it takes too long or says too much.
pub fn ask(
    (program, args): (&Path, &[OsString]),
    request: &[u8],
    patience: Duration,
) -> Result<Vec<u8>, String> {
    let mut child = Command::new(program)
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("`{}` cannot be run ({error})", program.display()))?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (Some(mut input), Some(output)) = (input, output) else {
        end(&mut child);
        return Err("it has no input or output".into());
    };
    thread::scope(|scope| {
        // A child that ends early closes its input; what it has said by then counts.
        scope.spawn(move || input.write_all(request));
        let (done, heard) = mpsc::channel();
        scope.spawn(move || {
            let mut answer = Vec::new();
            let read = output.take(MOST_BYTES + 1).read_to_end(&mut answer);
            done.send(read.map(|_| answer))
        });
        let answer = heard.recv_timeout(patience);
        end(&mut child);
        match answer {
            Ok(Ok(answer)) if answer.len() as u64 > MOST_BYTES => {
                Err("its answer is too long".into())
            }
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("it took more than {} s", patience.as_secs_f32())),
        }
    })
}

/// Ends the child, whatever it is doing, and takes note of its end.
fn end(child: &mut Child) {
    // Both fail only for a child that is gone already.
    let _ = child.kill();
    let _ = child.wait();
}
