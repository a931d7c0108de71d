#!/usr/bin/env python3
# An Oracle program of the lab: hands its arguments, directory, environment and input to the lab and plays back
# the lab's answer. The work goes on in the lab when this client dies, as a Data Pump job does in a database.
import json
import os
import socket
import sys
import threading

here = os.path.dirname(os.path.realpath(sys.argv[0]))
with open(os.path.join(here, ".lab-oracle.json"), encoding="utf-8") as f:
    lab = json.load(f)
try:
    connection = socket.create_connection(("127.0.0.1", lab["port"]), timeout=20)
except OSError as e:
    sys.stderr.write("The lab's Oracle programs do not answer on port %d: %s. Is the lab running?\n" % (lab["port"], e))
    sys.exit(1)
connection.settimeout(None)
wanted = ("ORACLE_HOME", "ORACLE_SID", "ORACLE_BASE", "NLS_LANG", "LANG", "LC_ALL", "TNS_ADMIN", "TWO_TASK", "LAB_LOGIN", "LAB_ROOT", "LAB_HOST_ROOT", "CV_ASSUME_DISTID")
hello = {
    "token": lab["token"],
    "host": lab["host"],
    "program": os.path.basename(sys.argv[0]),
    "place": here,
    "arguments": sys.argv[1:],
    "directory": os.getcwd(),
    "environment": {k: os.environ[k] for k in wanted if k in os.environ},
}
connection.sendall((json.dumps(hello) + "\n").encode())


def feed():
    # Input goes over line by line, so that an interactive client can be spoken to while it runs.
    try:
        for line in sys.stdin:
            connection.sendall((json.dumps({"input": line.rstrip("\n")}) + "\n").encode())
        connection.sendall(b'{"input": null}\n')
    except OSError:
        pass


threading.Thread(target=feed, daemon=True).start()
for line in connection.makefile("r", encoding="utf-8"):
    message = json.loads(line)
    if "exit" in message:
        sys.stdout.flush()
        os._exit(message["exit"])
    stream = sys.stderr if message.get("stream") == "err" else sys.stdout
    stream.write(message["text"] + "\n")
    stream.flush()
sys.stderr.write("The lab went away while %s was running.\n" % hello["program"])
sys.exit(1)
