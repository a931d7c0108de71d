package io.gulliver.planning.inputs;

import io.gulliver.domain.estate.Platforms;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether the cores of a source are those of x86, by whatever says so: its processors, its architecture, its platform, its byte order. */
final class SourceArchitecture {
    /** Parts of names of processors, and of architectures as {@code lscpu} and {@code uname -m} tell them. */
    private static final List<String> PROCESSORS = List.of(
            "sparc", "power", "ppc", "itanium", "ia-64", "ia64", "pa-risc", "s390", "alpha", "aarch64", "neoverse");

    /**
     * Parts of names in V$TRANSPORTABLE_PLATFORM, as {@link Platforms#plain} spells them; Solaris on x86 is spelled out there,
     * Solaris OE is on SPARC, and IA of 64 bits is Itanium.
     */
    private static final List<String> PLATFORMS = List.of(
            "solaris tm oe",
            "aix",
            "hp ux",
            "hpux",
            "tru64",
            "open vms",
            "openvms",
            "zseries",
            "s390",
            "power based",
            "linux ia 64 bit",
            "windows ia 64 bit",
            "linux os s64",
            "aarch64",
            "arm64",
            "sparc");

    private SourceArchitecture() {}

    /** In words what says that it is another architecture; empty where nothing does. */
    static Optional<String> otherThanX86(
            Optional<String> model, Optional<String> architecture, Optional<String> platform, Optional<String> endian) {
        return model.filter(name -> holds(name, PROCESSORS))
                .map(name -> "Its hosts have '" + name + "'")
                .or(() -> architecture
                        .filter(name -> holds(name, PROCESSORS))
                        .map(name -> "Its hosts are of the architecture " + name))
                .or(() -> platform.filter(name -> holds(Platforms.plain(name), PLATFORMS))
                        .map(name -> "It runs on " + name))
                .or(() -> endian.filter(order -> order.equalsIgnoreCase("big")).map(order -> "Its byte order is big"));
    }

    private static boolean holds(String name, List<String> parts) {
        String lower = name.toLowerCase(Locale.ROOT);
        return parts.stream().anyMatch(lower::contains);
    }
}
