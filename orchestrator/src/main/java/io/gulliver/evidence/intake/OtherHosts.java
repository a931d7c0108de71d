package io.gulliver.evidence.intake;

import com.google.re2j.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What commands of other systems than Linux print, known by a line. None is read: per cent of AIX is of an entitlement or of virtual
 * processors, of SPARC and Itanium of threads, and a figure that is read wrong sizes wrong.
 */
final class OtherHosts {
    /** Where the same figures come from. */
    static final String ADVICE =
            "upload an AWR Miner capture or an AWR report of the same days, which tell busy per cent, cores and memory of the host on"
                    + " every platform, and bring the vendor's figure of a core into capacity/processors.yaml";

    private static final Map<Pattern, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put(Pattern.compile("AIX +\\S+ +\\d.*"), "sar of AIX");
        NAMES.put(Pattern.compile("SunOS +\\S+ +\\d.*"), "sar or uname of Solaris");
        NAMES.put(Pattern.compile("HP-UX +\\S+ +\\S+.*"), "sar or uname of HP-UX");
        NAMES.put(Pattern.compile("System configuration: lcpu=.*"), "lparstat, vmstat or iostat of AIX");
        NAMES.put(Pattern.compile("Node Name +: \\S.*"), "lparstat -i of AIX");
        NAMES.put(Pattern.compile("System Model: +IBM,.*"), "prtconf of AIX");
        NAMES.put(
                Pattern.compile("(?i)System Configuration: +(Oracle|Sun Micro|Fujitsu).*"),
                "prtconf or prtdiag of Solaris");
        NAMES.put(
                Pattern.compile("The (physical|core) .*virtual processors?.*|Status of virtual processor.*"),
                "psrinfo of Solaris");
        NAMES.put(Pattern.compile("CPU info:\\s*"), "machinfo of HP-UX");
        NAMES.put(Pattern.compile("OS Name: +Microsoft Windows.*"), "systeminfo of Windows");
        NAMES.put(Pattern.compile("\\s*kthr +(disk +)?memory +page.*"), "vmstat of AIX or Solaris");
    }

    private OtherHosts() {}

    /** Which command of which system prints such a line, or null. */
    static @Nullable String named(String line) {
        for (Map.Entry<Pattern, String> one : NAMES.entrySet()) {
            if (one.getKey().matcher(line.stripTrailing()).matches()) {
                return one.getValue();
            }
        }
        return null;
    }
}
