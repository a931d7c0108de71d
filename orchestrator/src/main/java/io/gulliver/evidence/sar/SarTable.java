package io.gulliver.evidence.sar;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of sar that say something for sizing, known by columns that no other table has together. */
enum SarTable {
    CPU("CPU (-u)", Set.of("CPU", "%idle")),
    MEMORY("memory (-r)", Set.of("kbmemfree", "kbmemused")),
    HUGE_PAGES("huge pages (-H)", Set.of("kbhugfree", "kbhugused")),
    SWAP_SPACE("swap space (-S)", Set.of("kbswpfree", "kbswpused")),
    SWAPPING("swapping (-W)", Set.of("pswpin/s", "pswpout/s")),
    IO("I/O (-b)", Set.of("tps", "rtps", "bread/s")),
    DISKS("disks (-d)", Set.of("DEV", "tps")),
    NETWORK("network (-n DEV)", Set.of("IFACE", "rxkB/s")),
    LOAD("load and run queue (-q)", Set.of("runq-sz", "ldavg-1"));

    private final String title;
    private final Set<String> columns;

    SarTable(String title, Set<String> columns) {
        this.title = title;
        this.columns = columns;
    }

    /** As coverage and problems name it, with the option of sar that writes it. */
    String title() {
        return title;
    }

    static @Nullable SarTable of(Set<String> heading) {
        for (SarTable table : values()) {
            if (heading.containsAll(table.columns)) {
                return table;
            }
        }
        return null;
    }
}
