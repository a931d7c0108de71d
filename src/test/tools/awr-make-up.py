#!/usr/bin/env python3
"""Writes made-up captures in the exact format of AWR Miner: sections, headings, widths, numbers and line ends as SQL*Plus
leaves them. No figure or name in them is anybody's.

Usage: awr-make-up.py DIRECTORY   (orchestrator/src/test/resources/captures holds what it writes)
"""
import gzip
import math
import os
import random
import sys

METRICS = (
    "snap:10 dur_m:10 end:-14 inst:10 os_cpu:10 os_cpu_max:10 db_wait_ratio:13 db_cpu_ratio:12 aas:10 aas_max:10 "
    "sql_res_t_cs:12 bkgd_t_per_s:12 logons_s:10 logons_total:12 exec_s:10 hard_p_s:10 l_reads_s:10 commits_s:10 "
    "read_mb_s:10 read_mb_s_max:13 read_iops:10 read_iops_max:13 read_iops_direct:16 read_iops_direct_max:20 "
    "write_mb_s:10 write_mb_s_max:14 write_iops:10 write_iops_max:14 write_iops_direct:17 write_iops_direct_max:21 "
    "redo_mb_s:10 db_block_gets_s:15 db_block_changes_s:18 gc_cr_rec_s:11 gc_cu_rec_s:11 gc_cr_get_cs:12 "
    "gc_cu_get_cs:12 gc_bk_corrupted:15 gc_bk_lost:10 px_sess:10 se_sess:10 s_blk_r_lat:11 cell_io_int_mb:14 "
    "cell_io_int_mb_max:18"
)
MODULES = "MODULE:-64 ACTION:-64 SQL_ID:-13 OPTIMIZER_COST:14 "
RANKS = "EXEC_RANK:10 ELAP_RANK:10 LOG_READS_RANK:14 PHYS_READS_RANK:15 "
SUMMARY = RANKS + "EXECS:10 ELAP:10 LOG_READS:10 PHY_READ_GB:11 PLAN_COUNT:10 PX_SERVERS_EXECS:16"
BY_SNAP = (
    "PLAN_HASH:10 EXECS:10 BUFFER_GETS:11 ROWS_PROC:10 CPU_T_S:10 ELAP_S:10 READ_MB:10 IO_WAIT:10 ELAP_RANK:10 "
    "EXEC_RANK:10 LOG_READS_RANK:14 PHYS_READS_RANK:15 PLAN_CHANGE:11 PLANS:10"
)


def columns(text):
    return [(name, int(width)) for name, width in (cell.split(":") for cell in text.split())]


def number(value, places=1):
    """No zero before the mark, none after it: .5, 12, 3.4"""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else str(round(value))
    return text[1:] if text.startswith("0.") else text or "0"


class Capture:
    def __init__(self, seed, name, dbid, version, os_rows, hosts, snapshots, minutes, partial, miner):
        self.random = random.Random(seed)
        self.lines = []
        self.name, self.dbid, self.version, self.miner = name, dbid, version, miner
        self.os_rows, self.hosts, self.snapshots, self.minutes, self.partial = os_rows, hosts, snapshots, minutes, partial
        self.first = 1000 * seed

    def table(self, title, heads, rows, gap=3):
        self.lines += ["~~BEGIN-%s~~" % title]
        if title != "OS-INFORMATION":
            self.lines.append("")
        cells = [[name for name, _ in heads]] + [["-" * abs(width) for _, width in heads]] + list(rows)
        for row in cells:
            text = " ".join(
                str(cell).ljust(-width) if width < 0 else str(cell).rjust(width) for cell, (_, width) in zip(row, heads)
            )
            self.lines.append(text.rstrip())
        if title != "OS-INFORMATION":
            self.lines.append("")
        self.lines += ["~~END-%s~~" % title] + [""] * gap

    def end(self, snap):
        minute = (snap - self.first) * self.minutes + 59
        return "15/%02d/%02d %02d:%02d" % (3 + minute // 40320, 1 + minute // 1440 % 28, minute // 60 % 24, minute % 60)

    def load(self, snap, low, high):
        """A day's curve with some noise."""
        hour = (snap - self.first) * self.minutes / 60 % 24
        return low + (high - low) * (0.5 - 0.5 * math.cos((hour - 3) / 24 * 2 * math.pi)) * self.random.uniform(0.7, 1.0)

    def instances(self, snap):
        at = snap - self.first
        return [i for i in range(1, len(self.hosts) + 1) if i not in self.partial or at > self.partial[i]]

    def metric(self, name, snap, inst):
        if name == "snap":
            return snap
        if name == "dur_m":
            return self.minutes if snap % 5 else self.minutes - 1
        if name == "end":
            return self.end(snap)
        if name == "inst":
            return inst
        if self.version.startswith("10") and name in ("aas", "aas_max", "bkgd_t_per_s"):
            return ""
        if name == "db_cpu_ratio":
            return number(self.load(snap, 40, 95))
        if name == "db_wait_ratio":
            return number(self.load(snap, 5, 60))
        if name.startswith("os_cpu"):
            return number(self.load(snap, 1, 60) * (1.5 if name.endswith("max") else 1))
        if name == "bkgd_t_per_s":
            return number(self.load(snap, 0, 0.5))
        if name.startswith("aas"):
            return number(self.load(snap, 0.1, 3))
        if "iops" in name or "_s" in name[-2:] and "mb" not in name:
            return number(self.load(snap, 2, 900))
        return number(self.load(snap, 0.1, 40))

    def write(self, directory):
        snaps = range(self.first + 1, self.first + 1 + self.snapshots)
        rows = self.os_rows + [
            ("VERSION", self.version),
            ("DB_NAME", self.name),
            ("INSTANCES", len(self.hosts)),
            ("HOSTS", ",".join(self.hosts)),
            ("AWR_MINER_VER", self.miner),
        ]
        self.table("OS-INFORMATION", columns("STAT_NAME:-60 STAT_VALUE:-60"), rows)
        heads = columns("SNAP_ID:10 INSTANCE_NUMBER:15 SGA:10 PGA:10 TOTAL:10")
        memory = []
        for snap in snaps:
            for inst in range(1, len(self.hosts) + 1):
                sga, pga = 48 + inst / 10, self.load(snap, 0.5, 4)
                memory.append((snap, inst, number(sga), number(pga), number(sga + pga)))
        self.table("MEMORY", heads, memory)
        sizes = [(snap, number(840.5 + 1.25 * n, 2)) for n, snap in enumerate(snaps) if snap % 12 == 0]
        self.table("SIZE-ON-DISK", columns("SNAP_ID:10 SIZE_GB:10"), sizes)
        heads = columns(METRICS)
        self.table(
            "MAIN-METRICS",
            heads,
            [[self.metric(name, snap, inst) for name, _ in heads] for snap in snaps for inst in self.instances(snap)],
        )
        self.table(
            "DATABASE-PARAMETERS",
            columns("PARAMETER_NAME:-64 VALUE:-512"),
            [
                ("O7_DICTIONARY_ACCESSIBILITY", "FALSE"),
                ("__db_cache_size", 29360128),
                ("__dg_broker_service_names", ""),
                ("cpu_count", 8),
            ],
        )
        waits = ["Administrative", "Application", "Commit", "CPU", "User I/O"]
        self.table(
            "AVERAGE-ACTIVE-SESSIONS",
            columns("SNAP_ID:10 WAIT_CLASS:-20 AVG_SESS:10"),
            [(snap, wait, number(self.load(snap, 0, 3), 2)) for snap in snaps for wait in waits],
            gap=6,
        )
        if self.version.startswith("10"):
            self.lines += ["~~BEGIN-IO-WAIT-HISTOGRAM~~", "", "'TABLENOTINTHISVERSION'", "-" * 25]
            self.lines += ["table not in this version", "", "~~END-IO-WAIT-HISTOGRAM~~", "", "", ""]
        else:
            self.table(
                "IO-WAIT-HISTOGRAM",
                columns("SNAP_ID:10 WAIT_CLASS:-20 EVENT_NAME:-37 WAIT_TIME_MILLI:15 WAIT_COUNT:10"),
                [
                    (snap, "User I/O", "db file scattered read", 2**step, self.random.randint(1, 900))
                    for snap in snaps
                    for step in range(3)
                ],
            )
        self.table(
            "IO-OBJECT-TYPE",
            columns("SNAP_ID:10 OBJECT_TYPE:-15 LOGICAL_READ_GB:15 PHYSICAL_READ_GB:16 PHYSICAL_WRITE_GB:17 GB_ADDED:10"),
            [
                (snap, kind, number(self.load(snap, 0, 30)), number(self.load(snap, 0, 3)), number(0.7), 0)
                for snap in snaps
                for kind in ("INDEX", "TABLE")
            ],
        )
        modules = MODULES if self.miner.startswith("3") else "SQL_ID:-13 "
        self.table(
            "TOP-SQL-SUMMARY",
            columns(modules + "COMMAND_NAME:-13 PARSING_SCHEMA_NAME:-30 " + SUMMARY),
            [self.statement(modules) + ["SELECT", "SHOP", 1, 2, 3, 4, "161074689", "7.9496E+12", 2282, 39, 1, 0]],
            gap=1,
        )
        self.table(
            "TOP-SQL-BY-SNAPID",
            columns("SNAP_ID:10 PARSING_SCHEMA_NAME:-30 " + modules + "COMMAND_NAME:-13 " + BY_SNAP),
            [
                [snap, "SHOP"] + self.statement(modules)
                + ["UPDATE", 0, 97, 13664, 97, number(1.4), number(15.7), 0, 0, 1, 1, 1, 1, 0, 1]
                for snap in snaps
            ],
            gap=0,
        )
        name = "awr-hist-%d-%s-%d-%d.out.gz" % (self.dbid, self.name, self.first, self.first + self.snapshots)
        text = "\r\n".join(self.lines) + "\r\n"
        with open(os.path.join(directory, name), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed:
                packed.write(text.encode("latin-1"))

    def statement(self, modules):
        sql = "".join(self.random.choice("0123456789abcdfghjkmnpqrstuvwxyz") for _ in range(13))
        return ["shop", "nightly", sql, 12] if "MODULE" in modules else [sql]


def main(directory):
    os.makedirs(directory, exist_ok=True)
    cluster = ["rack1db01", "rack1db02", "rack2db01", "rack2db02", "rack3db01", "rack3db02"]
    Capture(
        1, "PARCELS", 1000000001, "11.2.0.4.0",
        [("NUM_CPUS", 96), ("NUM_CPU_CORES", 48), ("NUM_CPU_SOCKETS", 4), ("PHYSICAL_MEMORY_GB", "503.7"),
         ("PLATFORM_NAME", "Linux_x86_64-bit")],
        cluster, 42, 60, {2: 14, 5: 14, 6: 14}, "2.9.6",
    ).write(directory)
    Capture(
        2, "OLDONE", 1000000002, "10.2.0.5.0",
        [("NUM_CPUS", 1), ("PHYSICAL_MEMORY_GB", 0), ("PLATFORM_NAME", "None")],
        ["cellar"], 60, 30, {}, "3.0.2",
    ).write(directory)
    Capture(
        3, "SMALL", 1000000003, "11.2.0.3.0",
        [("NUM_CPUS", 8), ("NUM_CPU_CORES", 4), ("NUM_CPU_SOCKETS", 1), ("PHYSICAL_MEMORY_GB", "31.96"),
         ("PLATFORM_NAME", "Microsoft_Windows_x86_64-bit")],
        ["DESK-7"], 33, 60, {}, "3.0.2",
    ).write(directory)


main(sys.argv[1])
