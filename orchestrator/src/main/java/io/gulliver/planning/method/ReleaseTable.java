package io.gulliver.planning.method;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Oracle releases that a target can have, with their lifecycle: a dated file that people edit.
 *
 * @param asOf when it was last looked over
 * @param staleAfterDays after so many days somebody must look it over again
 * @param releases in the order of the file
 */
public record ReleaseTable(LocalDate asOf, int staleAfterDays, List<Entry> releases) {
    private static final int USUAL_DAYS = 180;
    private static final Set<String> WORDS =
            Set.of("release", "s390x", "since", "kind", "premier", "extended", "container_only", "source", "note");

    public ReleaseTable {
        releases = List.copyOf(releases);
    }

    /**
     * A release.
     *
     * @param release for example {@code 19}
     * @param certified whether it is known to run on s390x
     * @param longTerm whether it is a long-term release, not an innovation release
     * @param premier end of Premier Support
     * @param extended end of Extended Support, null when there is none
     * @param containerOnly whether only a pluggable database can be made
     * @param since when it was first delivered for s390x, or null
     * @param source where the certification was seen, or null
     * @param note what else somebody should know, or null
     */
    public record Entry(
            String release,
            boolean certified,
            boolean longTerm,
            LocalDate premier,
            @Nullable LocalDate extended,
            boolean containerOnly,
            @Nullable LocalDate since,
            @Nullable String source,
            @Nullable String note) {}

    /** The release of which this text names an update: 19 for 19.22 or 19c, 11.2 for 11gR2. */
    public Optional<Entry> find(String text) {
        return Release.find(text)
                .flatMap(release -> releases.stream()
                        .filter(entry -> Release.compareToLine(release, entry.release()) == 0)
                        .findFirst());
    }

    /** Whether so much time passed that the table must be looked over again. */
    public boolean stale(LocalDate day) {
        return asOf.plusDays(staleAfterDays).isBefore(day);
    }

    /**
     * Checks the content of the file.
     *
     * @throws IllegalArgumentException naming the release and what is wrong
     */
    public static ReleaseTable of(Map<String, Object> content) {
        if (!(content.get("releases") instanceof List<?> list) || list.isEmpty()) {
            throw new IllegalArgumentException("The table of releases has no list of releases");
        }
        List<Entry> releases = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Object one : list) {
            if (!(one instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException("A release is no map: " + one);
            }
            String name = String.valueOf(map.get("release"));
            if (!name.matches("[0-9]+(\\.[0-9]+)*") || !names.add(name)) {
                throw new IllegalArgumentException("Release '" + name + "' is no number, or there twice");
            }
            map.keySet().forEach(key -> {
                if (!WORDS.contains(String.valueOf(key))) {
                    throw new IllegalArgumentException(
                            "Release " + name + ": '" + key + "' is no word of the table of releases");
                }
            });
            Entry entry = new Entry(
                    name,
                    choice(name, map, "s390x", "certified", "unconfirmed"),
                    choice(name, map, "kind", "long-term", "innovation"),
                    date(name, map, "premier"),
                    map.get("extended") == null ? null : date(name, map, "extended"),
                    Boolean.TRUE.equals(map.get("container_only")),
                    map.get("since") == null ? null : date(name, map, "since"),
                    map.get("source") instanceof String source ? source : null,
                    map.get("note") instanceof String note ? note : null);
            LocalDate extended = entry.extended();
            if (extended != null && extended.isBefore(entry.premier())) {
                throw new IllegalArgumentException(
                        "Release " + name + ": extended " + extended + " lies before premier " + entry.premier());
            }
            releases.add(entry);
        }
        int days = content.get("stale_after_days") instanceof Number number ? number.intValue() : USUAL_DAYS;
        if (days < 1) {
            throw new IllegalArgumentException(
                    "The table of releases: stale_after_days is " + days + ", wanted 1 or more");
        }
        return new ReleaseTable(date("table", content, "as_of"), days, releases);
    }

    private static boolean choice(String release, Map<?, ?> map, String key, String yes, String no) {
        String seen = String.valueOf(map.get(key));
        if (seen.equals(yes) || seen.equals(no)) {
            return seen.equals(yes);
        }
        throw new IllegalArgumentException(
                "Release " + release + ": " + key + " is '" + seen + "', wanted " + yes + " or " + no);
    }

    private static LocalDate date(String release, Map<?, ?> map, String key) {
        try {
            return LocalDate.parse(String.valueOf(map.get(key)));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "Release " + release + ": " + key + " is '" + map.get(key) + "', wanted a date such as 2029-12-31",
                    e);
        }
    }
}
