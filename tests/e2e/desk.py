#!/usr/bin/env python3
"""A class from its roster to its ladder by way of the hand-in desk: uploads good, bad and hostile, a check at once,
a quick grade in turn, a place on the ladder; staff pause, grade again and remove; a kill in the middle loses nothing."""

import csv
import io
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["ZEROSUM_BIN"])
SOUND = (ROOT / "tests/class/cpp-sound/homework.cpp").read_text()
BROKEN = (ROOT / "tests/class/cpp-syntax-error/homework.cpp").read_text()
PATIENCE = 120  # seconds, beside other checks

CLASS = """
title = "Class of 2017"
format = "ladder"
players = ["random", "greedy"]
bank = 5
until = 8
seed = 3

[board]
size = 5
kinds = 3

[class]
names = "nick"
uploads_per_hour = 4
check_bank = 5
grade_bank = 5
"""
ROSTER = """name,nick,email,role
Ada Lovelace,enchantress,ada@example.org,
"Turing, Alan",,alan@example.org,student
Grace Hopper,,grace@example.org,staff
"""


def zerosum(folder, *arguments, status=0):
    done = subprocess.run([str(BIN / "zerosum"), *arguments], capture_output=True, text=True, cwd=folder)
    assert status is None or done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


class Server:
    """`zerosum serve --class class.toml` in a folder."""

    def __init__(self, folder):
        self.process = subprocess.Popen([str(BIN / "zerosum"), "serve", "--port", "0", "--class", "class.toml", "--games",
                                         "games.db"], cwd=folder, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")
        for_students = self.process.stdout.readline()
        assert for_students == f"students hand in at {self.url}/desk\n", for_students

    def end(self, how):
        self.process.send_signal(how)
        return self.process.wait(60)

    def ask(self, token, path, body=None, kind="application/json", status=200):
        headers = {"Desk-Token": token} if token else {}
        data = None
        if body is not None:
            headers["Content-Type"] = kind
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + "/api/desk" + path, data=data, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                found, text = answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            found, text = refused.code, refused.read()
        assert found == status, (path, found, text)
        return json.loads(text)

    def upload(self, token, name, content, status=201):
        return self.ask(token, f"/hand-ins?file={name}", content, "application/octet-stream", status)

    def wait(self, token, path, ready):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.ask(token, path)
            if ready(state):
                return state
            time.sleep(0.2)
        raise AssertionError(f"{path} did not become ready: {json.dumps(state)[:3000]}")


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def linked():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        entry = tarfile.TarInfo("homework.cpp")
        entry.type = tarfile.SYMTYPE
        entry.linkname = "/etc/passwd"
        archive.addfile(entry)
    return out.getvalue()


def make_tokens(folder):
    (folder / "class.toml").write_text(CLASS)
    (folder / "roster.csv").write_text(ROSTER.replace("student", "boss"))
    said = zerosum(folder, "roster", "roster.csv", status=2).stderr
    assert "roster.csv: line 3: found the role 'boss'" in said, said
    (folder / "roster.csv").write_text(ROSTER)
    said = zerosum(folder, "serve", "--class", "class.toml", status=2).stderr
    assert "nobody has a token yet" in said, said
    zerosum(folder, "roster", "roster.csv", "--tokens", "tokens.csv")
    assert (folder / "tokens.csv").stat().st_mode & 0o777 == 0o600
    zerosum(folder, "roster", "roster.csv", "--tokens", "tokens.csv", status=2)  # never over a file that is there
    assert zerosum(folder, "roster", "roster.csv").stdout == ""  # everybody has one
    with open(folder / "tokens.csv", newline="", encoding="utf-8") as file:
        tokens = {row["name"]: row["token"] for row in csv.DictReader(file)}
    assert len(set(tokens.values())) == 3
    again = zerosum(folder, "roster", "roster.csv", "--again", "Turing, Alan").stdout
    row = list(csv.DictReader(again.splitlines()))[0]
    assert row["name"] == "Turing, Alan" and row["token"] != tokens["Turing, Alan"]
    tokens["Turing, Alan"] = row["token"]
    return tokens["Ada Lovelace"], tokens["Turing, Alan"], tokens["Grace Hopper"]


def check_refusals(server, ada, staff):
    assert server.ask("", "", status=401)["error"]["code"] == "desk_token_needed"
    server.ask("0" * 32, "", status=401)
    server.ask(ada, "/class", status=403)
    server.ask(ada, "/pause", {"paused": True}, status=403)
    server.ask(ada, "/hand-ins/1/remove", {}, status=403)
    server.ask(ada, "/hand-ins?file=a.py", b"x", "text/plain", status=415)
    server.ask(ada, "/nothing", status=404)
    for name, content in [("a.zip", zipped({"../homework.cpp": "x"})), ("a.tgz", linked()), ("a.zip", b"no archive"),
                          ("..%2Fa.py", b"x"), (".bashrc", b"x"), ("a.py", b""),
                          ("a.zip", zipped({f"{i}.txt": "x" for i in range(501)}))]:
        said = server.upload(ada, name, content, status=422)
        assert said["error"]["code"] == "bad_upload", said
    server.upload(ada, "a.py", b"x" * ((4 << 20) + 1), status=413)
    assert server.ask(ada, "")["hand_ins"] == [] and server.ask(staff, "/class")["people"][0]["hand_ins"] == []


def check_hand_ins(folder, server, ada, alan):
    bad = server.upload(alan, "homework.cpp", BROKEN.encode())
    assert (bad["number"], bad["stage"]) == (1, "received")
    report = server.wait(alan, f"/hand-ins/{bad['id']}", lambda state: state["stage"] == "refused")
    assert report["category"] == "did not build" and "error:" in report["check"], report
    server.ask(ada, f"/hand-ins/{bad['id']}", status=404)  # is not hers

    good = server.upload(ada, "team.zip", zipped({"team/homework.cpp": SOUND}))
    report = server.wait(ada, f"/hand-ins/{good['id']}", lambda state: state["stage"] in ("checked", "graded"))
    assert report["category"] == "sound" and report["accepted"], report
    server.end(signal.SIGKILL)  # while it is graded
    server = Server(folder)
    report = server.wait(ada, f"/hand-ins/{good['id']}", lambda state: state["stage"] == "graded")
    assert report["possible"] == 100 and 25 <= report["earned"] <= 100 and "cases" in report["grade"].lower(), report
    assert "zerosum match dir:.@enchantress random" in report["grade"], report["grade"]
    assert "class-hand-ins" not in report["check"] + report["grade"], report
    state = server.wait(ada, "", lambda state: state["place"] and state["place"]["games"] >= 4)
    assert state["person"]["entrant"] == "enchantress" and state["place"]["of"] == 3, state
    assert state["games"] and "enchantress" in (state["games"][0]["first"], state["games"][0]["second"])
    return server, good["id"]


def check_change(server, folder, ada):
    changed = server.upload(ada, "homework.cpp", (SOUND + "\n// better\n").encode())
    assert changed["number"] == 2
    server.wait(ada, "", lambda state: state["place"] and state["place"]["version"] == 2 and state["place"]["games"] > 0)
    server.wait(ada, f"/hand-ins/{changed['id']}", lambda state: state["stage"] == "graded")
    with sqlite3.connect(folder / "class.ledger") as ledger:
        versions = ledger.execute("SELECT count(*) FROM version JOIN entrant ON entrant.number = version.entrant "
                                  "WHERE name = 'enchantress'").fetchone()[0]
    assert versions == 2, versions
    return changed["id"]


def check_trouble(server, folder, alan, staff, hand_in):
    """What the server cannot read waits and is tried again; staff are told, and the others go on."""
    kept = folder / "class-hand-ins/versions" / str(hand_in)
    kept.rename(folder / "away")
    server.ask(staff, f"/hand-ins/{hand_in}/again", {})
    server.wait(staff, "/class", lambda state: state["people"][0]["hand_ins"][0]["trouble"])
    other = server.upload(alan, "homework.cpp", BROKEN.encode())
    server.wait(alan, f"/hand-ins/{other['id']}", lambda state: state["stage"] == "refused")
    assert server.ask(staff, f"/hand-ins/{hand_in}")["stage"] == "received"
    (folder / "away").rename(kept)
    server.wait(staff, f"/hand-ins/{hand_in}", lambda state: state["stage"] == "graded")
    assert server.ask(staff, "/class")["people"][0]["hand_ins"][0]["trouble"] == ""


def check_staff(server, ada, staff, first, second):
    server.ask(staff, "/pause", {"paused": True})
    assert server.ask(ada, "")["paused"]
    server.ask(staff, f"/hand-ins/{first}/again", {}, status=409)  # a newer one is there
    server.ask(staff, f"/hand-ins/{second}/again", {})
    server.wait(staff, f"/hand-ins/{second}", lambda state: state["stage"] == "checked")
    time.sleep(1)
    assert server.ask(staff, f"/hand-ins/{second}")["stage"] == "checked"  # its grade waits
    server.ask(staff, "/pause", {"paused": False})
    server.wait(staff, f"/hand-ins/{second}", lambda state: state["stage"] == "graded")
    assert server.ask(staff, f"/hand-ins/{second}/remove", {})["removed"]
    server.ask(staff, f"/hand-ins/{first}/again", {})  # which plays now
    assert server.ask(staff, f"/hand-ins/{first}/remove", {})["removed"]
    server.wait(ada, "", lambda state: state["place"] is None)
    person = server.ask(staff, "/class")["people"][0]
    assert person["name"] == "Ada Lovelace" and [each["number"] for each in person["hand_ins"]] == [2, 1]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ada, alan, staff = make_tokens(folder)
        server = Server(folder)
        try:
            zerosum(folder, "serve", "--class", "class.toml", status=2)  # one desk at a time
            check_refusals(server, ada, staff)
            server, first = check_hand_ins(folder, server, ada, alan)
            print("handed in, killed, gone on", flush=True)
            second = check_change(server, folder, ada)
            check_trouble(server, folder, alan, staff, second)
            check_staff(server, ada, staff, first, second)
            for left in (2, 1):
                assert server.ask(ada, "")["uploads_left"] == left
                notes = server.upload(ada, "notes.txt", b"x")
            report = server.wait(ada, f"/hand-ins/{notes['id']}", lambda state: state["stage"] == "refused")
            assert report["category"] == "no agent" and str(folder) not in json.dumps(report), report
            assert server.upload(ada, "homework.cpp", SOUND.encode(), 429)["error"]["code"] == "too_many"
        finally:
            status = server.end(signal.SIGTERM)
        assert status == 0, status
        # The grade book is one like any other.
        grades = zerosum(folder, "grade", "--book", "class.grades", "--csv", "grades.csv", "--quiet", status=None)
        assert grades.returncode in (0, 1), grades.stderr
        assert "enchantress" in (folder / "grades.csv").read_text()
        # Tokens that were not given leave no file, which the next attempt would not write over.
        (folder / "late.csv").write_text('name,nick\nBob,"Turing, Alan"\n')
        said = zerosum(folder, "roster", "late.csv", "--tokens", "late_tokens.csv", status=2).stderr
        assert "hand-ins of Turing, Alan" in said and not (folder / "late_tokens.csv").exists(), said
        tokens = (folder / "tokens.csv").read_text().splitlines()[1].split(",")[-1]
        assert tokens.encode() not in (folder / "class.desk").read_bytes()
    print("a class from its roster to its ladder")


if __name__ == "__main__":
    main()
