// A recording of a little minimax in packed rows, without any crate.
//
//   rustc packed.rs && ./packed > nim.rows        and then  plyscope open nim.rows
//
// Two players take one or two of some matches in turn; who takes the last one wins.

use std::io::{self, BufWriter, Write};

fn row(event: u8, code: u8, ply: u16, text: &str, numbers: [f64; 3]) -> [u8; 40] {
    let mut row = [0u8; 40];
    row[0] = event;
    row[1] = code;
    row[2..4].copy_from_slice(&ply.to_le_bytes());
    row[4..4 + text.len()].copy_from_slice(text.as_bytes()); // a move has at most 12 bytes
    for (place, number) in numbers.iter().enumerate() {
        row[16 + 8 * place..24 + 8 * place].copy_from_slice(&number.to_le_bytes());
    }
    row
}

fn search(out: &mut impl Write, matches: u32, maximizing: bool, ply: u16, mv: &str) -> io::Result<f64> {
    let window = [f64::NEG_INFINITY, f64::INFINITY, f64::NAN];
    out.write_all(&row(1, maximizing as u8, ply, mv, window))?;
    let mut best = if maximizing { -1.0 } else { 1.0 }; // nothing left: who has just moved has won
    for take in 1..=matches.min(2) {
        let value = search(out, matches - take, !maximizing, ply + 1, &format!("take {take}"))?;
        if take == 1 || (maximizing && value > best) || (!maximizing && value < best) {
            best = value;
        }
    }
    let status = if matches > 0 { 0 } else { 1 };
    out.write_all(&row(2, status, ply, "", [best, 0.0, 0.0]))?;
    Ok(best)
}

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout());
    writeln!(out, r#"{{"format":"plyscope-rows","version":1,"game":"matches","position":"5","max":"first"}}"#)?;
    search(&mut out, 5, true, 0, "")?;
    out.flush()
}
