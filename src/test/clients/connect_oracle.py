"""Hands connect descriptors to python-oracledb, thin, one a line, and says what it made of the listener's answer."""

import json
import sys

import oracledb


def attempt(descriptor):
    try:
        oracledb.connect(user="reader", password="a-password-to-blank", dsn=descriptor).close()
        return {"code": "", "words": "connected"}
    except oracledb.Error as e:
        [error] = e.args
        return {"code": error.full_code, "words": error.message}


if __name__ == "__main__":
    if not oracledb.is_thin_mode():
        sys.exit("wanted is the thin driver, which speaks Oracle Net itself")
    for line in sys.stdin:
        print(json.dumps(attempt(line.rstrip("\n"))), flush=True)
