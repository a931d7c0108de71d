#!/usr/bin/env python3
# An Oracle program of the lab: hands its arguments, directory, environment and input to the lab and plays back
# the lab's answer. The work goes on in the lab when this client dies, as a Data Pump job does in a database.
# An evening of the lab starts it thousands of times, so it imports nothing that takes time: words go over in
# hexadecimal, one a line, and what comes back is a letter (o output, e errors, x the exit code) with a line behind it.
import _socket
import _thread
import os
import sys

here = os.path.dirname(os.path.realpath(sys.argv[0]))
with open(os.path.join(here, ".lab-oracle"), encoding="utf-8") as f:
    port, token, host = f.read().split()
connection = _socket.socket()
try:
    connection.settimeout(20)
    connection.connect(("127.0.0.1", int(port)))
except OSError as e:
    sys.stderr.write("The lab's Oracle programs do not answer on port %s: %s. Is the lab running?\n" % (port, e))
    sys.exit(1)
connection.settimeout(None)
wanted = ("ORACLE_HOME", "ORACLE_SID", "ORACLE_BASE", "NLS_LANG", "LANG", "LC_ALL", "TNS_ADMIN", "TWO_TASK", "LAB_LOGIN", "LAB_ROOT", "LAB_HOST_ROOT", "CV_ASSUME_DISTID")
program = os.path.basename(sys.argv[0])
hello = [("token", token), ("host", host), ("program", program), ("place", here), ("directory", os.getcwd())]
hello += [("argument", word) for word in sys.argv[1:]]
hello += [("environment", k + "=" + os.environ[k]) for k in wanted if k in os.environ]
connection.sendall(("".join("%s %s\n" % (k, os.fsencode(v).hex()) for k, v in hello) + "\n").encode())


def feed():
    # Input goes over line by line, so that an interactive client can be spoken to while it runs.
    try:
        for line in sys.stdin.buffer:
            connection.sendall(b"i" + line.rstrip(b"\r\n") + b"\n")
        connection.sendall(b"z\n")
    except OSError:
        pass


_thread.start_new_thread(feed, ())
for line in open(connection.fileno(), "rb", closefd=False):
    if line[:1] == b"x":
        sys.stdout.flush()
        os._exit(int(line[1:]))
    stream = sys.stderr if line[:1] == b"e" else sys.stdout
    stream.buffer.write(line[1:])
    stream.buffer.flush()
sys.stderr.write("The lab went away while %s was running.\n" % program)
sys.exit(1)
