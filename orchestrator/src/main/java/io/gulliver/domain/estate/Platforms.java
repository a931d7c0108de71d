package io.gulliver.domain.estate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Byte order of the platforms that V$TRANSPORTABLE_PLATFORM lists, by name (the ids differ between releases). */
public final class Platforms {
    private static final List<String> BIG = List.of(
            "solaris[tm] oe (32-bit)",
            "solaris[tm] oe (64-bit)",
            "aix-based systems (64-bit)",
            "hp-ux (64-bit)",
            "hp-ux ia (64-bit)",
            "ibm zseries based linux",
            "ibm power based linux",
            "apple mac os");
    private static final List<String> LITTLE = List.of(
            "linux x86 64-bit",
            "linux 64-bit for amd",
            "linux ia (32-bit)",
            "linux ia (64-bit)",
            "microsoft windows ia (32-bit)",
            "microsoft windows ia (64-bit)",
            "microsoft windows x86 64-bit",
            "microsoft windows 64-bit for amd",
            "hp tru64 unix",
            "hp open vms",
            "hp ia open vms",
            "solaris operating system (x86)",
            "solaris operating system (x86-64)",
            "apple mac os (x86-64)");

    private Platforms() {}

    /** {@code Big} or {@code Little} as the view spells it; empty for a name that it does not list. */
    public static Optional<String> endianFormat(String platform) {
        String name = platform.toLowerCase(Locale.ROOT);
        if (BIG.contains(name)) {
            return Optional.of("Big");
        }
        return LITTLE.contains(name) ? Optional.of("Little") : Optional.empty();
    }
}
