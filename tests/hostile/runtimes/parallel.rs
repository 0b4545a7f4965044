// Threads, channels and a child.
use std::process::Command;
use std::sync::mpsc;
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel();
    for start in [0i64, 500] {
        let tx = tx.clone();
        thread::spawn(move || tx.send((start..start + 500).sum::<i64>()).unwrap());
    }
    drop(tx);
    let sum: i64 = rx.iter().sum();
    let status = Command::new("/bin/sh").args(["-c", "exit 7"]).status().unwrap();
    println!("{} {}", sum, status.code().unwrap());
}
