package io.gulliver.evidence.zvm;

import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/** CP commands whose answers are read, each known by how its lines look. */
enum CpAnswer {
    CPUID("QUERY CPUID", "CPUID = [0-9A-F]{16}"),
    CPLEVEL("QUERY CPLEVEL", "z/VM Version \\d+ Release [0-9.]+.*|(Generated|IPL) at .*"),
    PROCESSORS(
            "QUERY PROCESSORS",
            "(PROCESSOR|CPU) +[0-9A-F]{2,4} +(MASTER|ALTERNATE|DEDICATED|PARKED|STANDBY|VARIED OFF)\\b.*"),
    SRM(
            "QUERY SRM",
            "(IABIAS|LDUBUF|STORBUF|DSPBUF|MAXWSS|XSTORE|LIMITHARD METHOD|POLARIZATION|GLOBAL PERFORMANCE DATA|EXCESSUSE"
                    + "|CPUPAD|UNPARKING|DSPWDMETHOD|DISPATCHING MINOR TIMESLICE|\\.{3,}) *[:=].*"),
    STORAGE("QUERY STORAGE", "STORAGE = \\S+ CONFIGURED = \\S+.*"),
    VIRTUAL_STORAGE("QUERY VIRTUAL STORAGE", "STORAGE = \\S+( MAX = .*)?|MAX = \\S+( INC = .*)?"),
    SHARE("QUERY SHARE", "USER +\\S+ *: .*SHARE.*|MAXIMUM SHARE *= *.*"),
    LOAD(
            "INDICATE LOAD",
            "AVGPROC-\\d+% +\\d+.*|XSTORE-\\d+/SEC.*|MDC READS-.*|PAGING-\\d+/SEC.*|Q[0-3]-\\d+.*"
                    + "|PROC +[0-9A-F]{4}-\\d+%.*|LIMITED-\\d+.*"),
    VIRTUAL_CPUS("QUERY VIRTUAL CPUS", "CPU +[0-9A-F]{2} +ID +[0-9A-F]{16}.*"),
    MULTITHREAD(
            "QUERY MULTITHREAD",
            "(The )?Multithreading (Facility )?is (enabled|disabled|not installed)\\b.*|Requested +Activated"
                    + "|Threads +Threads|MAX_THREADS +\\S+ +\\d+|(CP|IFL|ICF|ZIIP) core +\\S+ +\\S+"),
    TIME("QUERY TIME", "TIME IS \\d{2}:\\d{2}:\\d{2} .*|CONNECT= ?\\S+ +VIRTCPU= ?\\S+ +TOTCPU= ?\\S+.*"),
    ALLOC(
            "QUERY ALLOC",
            "(TDISK|PAGE|SPOOL|DRCT) +TOTAL=\\d+ +INUSE=\\d+ +AVAIL=\\d+.*|DASD [0-9A-F]{4} \\S+ .*\\(UNITS IN .*"
                    + "|IPL NUCLEUS ACTIVE ON VOLUME .*|EXTENT +EXTENT +TOTAL.*|VOLID +RDEV .*|-+( +-+)+"
                    + "|\\S{1,6} +[0-9A-F]{4} +\\d+ +\\d+ +\\S+ +\\S+ +\\S+ +\\d+%|(SUMMARY|USABLE) +\\S+ +\\S+ +\\d+%"),
    XSTORE("QUERY XSTORE", "XSTORE= ?\\S+.*|XSTORE MDC .*|XSTORE = (none|\\d\\S*)"),
    FRAMES("QUERY FRAMES", "[A-Z][A-Za-z ]* Frames:|([A-Za-z]+(<\\S+)?= ?\\d+ *){2,}"),
    DEVICES(
            "QUERY VIRTUAL",
            "(CONS|RDR|PUN|PRT|DASD|OSA|FCP|NIC|CRYP|CRYPTO|TAPE|CTCA|HYPERPAV) +[0-9A-F]{4} .*(\\bON\\b|SUBCHANNEL|CLOSED|NOHOLD).*");

    private final String command;
    private final Pattern line;

    CpAnswer(String command, String line) {
        this.command = command;
        this.line = Pattern.compile(line);
    }

    /** What to type for it. */
    String command() {
        return command;
    }

    /** Whether a line of it can be of nothing else, outside of a console. */
    boolean sure(String text) {
        return this != FRAMES
                && this != DEVICES
                && (this != ALLOC || text.contains("TOTAL=") || text.contains("(UNITS IN"));
    }

    /** The answer that a line belongs to, or null. */
    static @Nullable CpAnswer of(String line) {
        for (CpAnswer answer : values()) {
            if (answer.line.matcher(line).matches()) {
                return answer;
            }
        }
        return null;
    }
}
