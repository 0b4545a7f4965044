#!/usr/bin/env python3
"""A ledger on a PostgreSQL that is reached by TLS: the options of the address, or of the environment, are
libpq's own. A server with another certificate than the one that is trusted is refused."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from ledger_server import server

ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
TOURNAMENT = """
players = ["greedy", "random"]
games = 2
play_all = true
bank = 60
[board]
size = 3
kinds = 2
"""


def certificate(folder, name):
    """A self-signed one for localhost."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", f"{folder}/{name}.key", "-out",
         f"{folder}/{name}.pem"], check=True, capture_output=True)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def speak_tls(place, port, owner):
    """Starts the server again: TLS on loopback, and nothing else there."""
    data = pathlib.Path(place) / "data"
    for name in ("server.key", "server.pem"):
        os.chmod(data / name, 0o600)
        os.chown(data / name, *owner)
    hba = (data / "pg_hba.conf").read_text()
    (data / "pg_hba.conf").write_text(hba.replace("host ", "hostssl "))
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    options = (f"-k {place} -p {port} -c listen_addresses=127.0.0.1 -c ssl=on -c ssl_cert_file=server.pem "
               "-c ssl_key_file=server.key")
    command = [str(programs / "pg_ctl"), "--pgdata", str(data), "--log", f"{place}/log", "--wait", "--silent",
               "--timeout", "600", "--mode", "fast", "restart", "-o", options]
    ids = {"user": owner[0], "group": owner[1], "extra_groups": []} if os.getuid() == 0 else {}
    subprocess.run(command, check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **ids)


def zerosum(status, *arguments, **environment):
    done = subprocess.run([ZEROSUM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **environment})
    assert done.returncode == status, (arguments, done.returncode, done.stdout)
    return done.stdout


def main():
    place = tempfile.mkdtemp(prefix="zspg", dir="/tmp")
    os.chmod(place, 0o755)
    with tempfile.TemporaryDirectory() as folder:
        user = server("start", place).removeprefix("user=")
        try:
            data = os.path.join(place, "data")
            owner = (os.stat(data).st_uid, os.stat(data).st_gid)
            certificate(data, "server")
            certificate(folder, "other")
            trusted = os.path.join(folder, "trusted.pem")
            pathlib.Path(trusted).write_text(pathlib.Path(data, "server.pem").read_text())
            for tries in range(3):
                port = free_port()
                try:
                    speak_tls(place, port, owner)
                    break
                except subprocess.CalledProcessError:  # the port is free no more
                    if tries == 2:
                        raise
            file = os.path.join(folder, "class.toml")
            pathlib.Path(file).write_text(TOURNAMENT)
            plain = f"postgresql://localhost:{port}/postgres?hostaddr=127.0.0.1&user={user}&sslmode=verify-full"
            address = f"{plain}&sslrootcert={trusted}"
            zerosum(0, "tournament", file, "--ledger", address, "--quiet")
            expected = zerosum(0, "standings", address, "--json")
            assert zerosum(0, "standings", plain, "--json", PGSSLROOTCERT=trusted) == expected
            assert "nothing is left" in zerosum(0, "worker", "--ledger", address, "--jobs", "1")
            said = zerosum(2, "standings", f"{plain}&sslrootcert={folder}/other.pem")
            assert "certificate" in said, said
            said = zerosum(2, "standings", address.replace("verify-full", "disable"))
            assert "no encryption" in said or "SSL off" in said, said
            print("a ledger by TLS, another certificate and a connection without TLS refused")
        finally:
            server("stop", place)


if __name__ == "__main__":
    sys.exit(main())
