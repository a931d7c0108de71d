package io.gulliver.domain.estate;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Byte order of the platforms that V$TRANSPORTABLE_PLATFORM lists, by name (the ids differ between releases), in whatever spelling
 * files and people have: underscores for blanks, other case, without brackets.
 */
public final class Platforms {
    private static final String BIG = "Big";
    private static final String LITTLE = "Little";
    private static final SortedMap<String, String> BY_NAME = byName();

    private Platforms() {}

    private static SortedMap<String, String> byName() {
        SortedMap<String, String> all = new TreeMap<>();
        for (String name : new String[] {
            "Solaris[tm] OE (32-bit)",
            "Solaris[tm] OE (64-bit)",
            "AIX-Based Systems (64-bit)",
            "HP-UX (64-bit)",
            "HP-UX IA (64-bit)",
            "IBM zSeries Based Linux",
            "IBM Power Based Linux",
            "Linux OS (S64)",
            "Apple Mac OS"
        }) {
            all.put(plain(name), BIG);
        }
        for (String name : new String[] {
            "Linux x86 64-bit",
            "Linux 64-bit for AMD",
            "Linux IA (32-bit)",
            "Linux IA (64-bit)",
            "Linux OS (AARCH64)",
            "Microsoft Windows IA (32-bit)",
            "Microsoft Windows IA (64-bit)",
            "Microsoft Windows x86 64-bit",
            "Microsoft Windows 64-bit for AMD",
            "HP Tru64 UNIX",
            "HP Open VMS",
            "HP IA Open VMS",
            "Solaris Operating System (x86)",
            "Solaris Operating System (x86-64)",
            "Apple Mac OS (x86-64)"
        }) {
            all.put(plain(name), LITTLE);
        }
        return all;
    }

    /** In lower case, with one blank for each run of other signs: one spelling for each platform. */
    public static String plain(String platform) {
        return platform.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", " ").strip();
    }

    /**
     * Whether it is Linux: the names of Linux in the view say so, and every other name there is another system.
     *
     * @return empty for a name that is neither in the view nor that of a system
     */
    public static Optional<Boolean> linux(String platform) {
        String name = plain(platform);
        if (name.matches("(.* )?(z?linux|linuxone)( .*)?")) {
            return Optional.of(true);
        }
        return BY_NAME.containsKey(name)
                        || name.matches("(.* )?(aix|solaris|sunos|hp ux|hpux|windows|tru64|open ?vms|mac os)( .*)?")
                ? Optional.of(false)
                : Optional.empty();
    }

    /**
     * {@code Big} or {@code Little} as the view spells it. A name that the view does not have counts where it can mean one byte
     * order only: AIX, SPARC and HP-UX are big-endian, Windows and x86 are little-endian; Linux or Solaris alone can be either.
     *
     * @return empty for a name that says neither
     */
    public static Optional<String> endianFormat(String platform) {
        String name = plain(platform);
        String listed = BY_NAME.get(name);
        if (listed != null) {
            return Optional.of(listed);
        }
        if (name.matches("(.* )?(sparc\\w*|aix|hp ux|hpux|s390x?|ppc64|zlinux|z linux|zseries|linuxone)( .*)?")) {
            return Optional.of(BIG);
        }
        return name.matches("(.* )?(x86|x64|amd64|i[3-6]86|em64t|aarch64|arm64|ppc64le|windows|tru64|open ?vms)( .*)?")
                ? Optional.of(LITTLE)
                : Optional.empty();
    }
}
