#!/usr/bin/env python3
"""Figures of AWR Miner captures by a second hand, to check the product's reader against.

Usage: awr-check.py FILE...   prints "file<TAB>figure<TAB>value" lines.

Written for correct files only: it reads them whole, with the standard library alone, and shares no
code and no rule of tolerance with the reader.
"""
import gzip
import math
import os
import re
import sys


def sections(text):
    for match in re.finditer(r"~~BEGIN-(.+?)~~\n(.*?)~~END-\1~~", text, re.S):
        yield match.group(1), match.group(2)


def table(body):
    lines = [line for line in body.split("\n") if line.strip()]
    ruler = next(i for i, line in enumerate(lines) if re.fullmatch(r"[- ]*--[- ]*", line))
    spans = [match.span() for match in re.finditer(r"-+", lines[ruler])]
    names = [lines[ruler - 1][a:b].strip().lower() for a, b in spans]
    for line in lines[ruler + 1:]:
        yield {name: line[a:b].strip() for name, (a, b) in zip(names, spans)}


def percentile(values, percent):
    ordered = sorted(values)
    rank = (len(ordered) - 1) * percent / 100
    low, high = math.floor(rank), math.ceil(rank)
    return ordered[low] if low == high else ordered[low] * (high - rank) + ordered[high] * (rank - low)


def per_snapshot(rows, snap, *columns):
    """Sum over instances of the columns' sum; a row with a blank cell does not count."""
    sums = {}
    for row in rows:
        cells = [row[column] for column in columns]
        if all(cells):
            sums.setdefault(int(row[snap]), []).append(sum(map(float, cells)))
    return {key: math.fsum(values) for key, values in sums.items()}


def found_last(found):
    return max((int(row["snap_id"]), float(row["size_gb"])) for row in table(found["SIZE-ON-DISK"]))[1]


def figures(path):
    with gzip.open(path, "rt", encoding="latin-1", newline=None) as file:
        found = dict(sections(file.read()))
    os_rows = {row["stat_name"]: row["stat_value"] for row in table(found["OS-INFORMATION"])}
    yield "database.name", os_rows["DB_NAME"]
    yield "database.version", os_rows["VERSION"]
    yield "database.instances", os_rows["INSTANCES"]
    yield "host.names", os_rows["HOSTS"]
    cores = float(os_rows.get("NUM_CPU_CORES") or os_rows["NUM_CPUS"])
    yield "host.cores", cores
    if float(os_rows["PHYSICAL_MEMORY_GB"]) > 0:
        yield "host.memoryGb", os_rows["PHYSICAL_MEMORY_GB"]
    metrics = list(table(found["MAIN-METRICS"]))
    yield "evidence.snapshots", len({row["snap"] for row in metrics})
    minutes = {}
    for row in metrics:
        minutes[int(row["snap"])] = max(minutes.get(int(row["snap"]), 0), float(row["dur_m"]))
    busy = per_snapshot(metrics, "snap", "os_cpu")
    series = {
        "cpu.busyCores": {key: value / 100 * cores for key, value in busy.items()},
        "io.iops": per_snapshot(metrics, "snap", "read_iops", "write_iops"),
        "io.mbPerSecond": per_snapshot(metrics, "snap", "read_mb_s", "write_mb_s"),
        "io.readIops": per_snapshot(metrics, "snap", "read_iops"),
        "io.writeIops": per_snapshot(metrics, "snap", "write_iops"),
        "io.readMbPerSecond": per_snapshot(metrics, "snap", "read_mb_s"),
        "io.writeMbPerSecond": per_snapshot(metrics, "snap", "write_mb_s"),
        "redo.mbPerSecond": per_snapshot(metrics, "snap", "redo_mb_s"),
    }
    own = {}
    for row in metrics:
        if "cpu_per_s" in row and row["cpu_per_s"]:
            users = float(row["cpu_per_s"])
        elif row["aas"] and row["db_cpu_ratio"]:
            users = float(row["aas"]) * min(100.0, float(row["db_cpu_ratio"])) / 100
        else:
            continue
        own.setdefault(int(row["snap"]), []).append(users + float(row["bkgd_t_per_s"] or 0))
    if own:
        # CPU seconds are of threads; so many threads make a core
        threads = max(1.0, float(os_rows["NUM_CPUS"]) / cores)
        series["load.databaseCores"] = {key: math.fsum(values) / threads for key, values in own.items()}
    aas = per_snapshot(metrics, "snap", "aas")
    if aas:
        series["sessions.averageActive"] = aas
    for name, values in series.items():
        weight = sum(minutes[key] for key in values)
        yield name + ".mean", sum(value * minutes[key] for key, value in values.items()) / weight
        for percent in (50, 95, 99):
            yield f"{name}.p{percent}", percentile(values.values(), percent)
        yield name + ".max", max(values.values())
    # what the sizing says of its series: rows by instance, and snapshots that no instance lacks
    rows = {}
    for row in metrics:
        rows.setdefault(int(row["inst"]), set()).add(int(row["snap"]))
    snapshots = set().union(*rows.values())
    yield "sizing.rowsPercent", math.floor(1000 * sum(map(len, rows.values())) / (len(snapshots) * len(rows))) / 10
    yield "sizing.completeSnapshots", len(set.intersection(*rows.values()))
    yield "sizing.usedGb", found_last(found)
    memory = list(table(found["MEMORY"]))
    yield "memory.sgaGb.max", max(per_snapshot(memory, "snap_id", "sga").values())
    yield "memory.pgaGb.max", max(per_snapshot(memory, "snap_id", "pga").values())
    sizes = sorted((int(row["snap_id"]), float(row["size_gb"])) for row in table(found["SIZE-ON-DISK"]))
    yield "storage.sizeGb.first", sizes[0][1]
    yield "storage.sizeGb.last", sizes[-1][1]


for argument in sys.argv[1:]:
    for figure, value in figures(argument):
        print(os.path.basename(argument), figure, value, sep="\t")
