package io.gulliver.assessment.facts;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Platforms;
import io.gulliver.domain.estate.ReadTag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether a file is of the database that it was given for, by what it says of itself.
 *
 * <p>Another name, DBID, release or platform, and the file does not count until a person says that it is of this database: a copy
 * of production has its name and another DBID, a file of last year another release. Another host alone is told where a database
 * names itself too, for a host may have been replaced, and an inventory has the address of a listener more often than a host's own
 * name; of a file that knows nothing but its host it asks as well. The DBID of the inventory settles it alone; its SID is one more
 * name of the database, which a copy has too.
 *
 * @param contradictions what the file says and what is known, each in a sentence
 * @param foreign whether its facts must not count before a person confirms them
 */
public record EvidenceIdentity(List<String> contradictions, boolean foreign) {
    /** Column of the inventory by which a person says the DBID of a database. */
    public static final String DBID = ReadTag.SOURCE_DBID.key();

    /** Column of the inventory by which a person says the name of a database on its host. */
    public static final String SID = ReadTag.SOURCE_SID.key();

    public EvidenceIdentity {
        contradictions = List.copyOf(contradictions);
    }

    /**
     * Compares.
     *
     * @param read facts of the file
     * @param profile inventory line of the database
     * @param known what was collected of it before
     */
    public static EvidenceIdentity of(Collection<Fact> read, DatabaseProfile profile, Collection<Fact> known) {
        SortedSet<String> names = words(read, "database.name", "database.container");
        SortedSet<String> numbers = words(read, "database.dbid");
        String sid = profile.tags().getOrDefault(SID, "");
        String number = profile.tags().getOrDefault(DBID, "");
        if (numbers.contains(plain(number))) {
            return new EvidenceIdentity(List.of(), false);
        }
        List<String> told = new ArrayList<>();
        SortedSet<String> knownNumbers = words(known, "dbid", "database.dbid");
        add(knownNumbers, number);
        // a pluggable database has a DBID of its own beside its container's
        boolean pluggable = read.stream().anyMatch(fact -> fact.name().equals("database.container"));
        if (!pluggable) {
            differ(told, "DBID", numbers, knownNumbers);
        }

        SortedSet<String> knownNames = words(
                known, "database_name", "db_unique_name", "pluggable_name", "database.name", "database.container");
        add(knownNames, profile.database());
        add(knownNames, profile.sourceService());
        add(knownNames, sid);
        differ(told, "database", names, knownNames);

        SortedSet<String> releases = words(known, "source_release", "database.version");
        add(releases, profile.oracleVersion());
        differ(told, "release", lines(words(read, "database.version"), releases), lines(releases, releases));

        differ(
                told,
                "platform",
                platforms(words(read, "database.platform")),
                platforms(words(known, "platform", "database.platform")));
        boolean foreign = !told.isEmpty();

        SortedSet<String> hosts = words(known, "host.names", "source_hosts");
        add(hosts, profile.sourceHost());
        boolean otherHost = differ(told, "host", named(words(read, "host.names")), named(hosts));
        return new EvidenceIdentity(told, foreign || otherHost && names.isEmpty() && numbers.isEmpty());
    }

    /** Says it where both are known and have nothing in common. */
    private static boolean differ(List<String> told, String what, SortedSet<String> read, SortedSet<String> known) {
        boolean differ = !read.isEmpty() && !known.isEmpty() && read.stream().noneMatch(known::contains);
        if (differ) {
            told.add(what + " " + String.join(", ", read) + ", and " + String.join(", ", known) + " is known");
        }
        return differ;
    }

    private static SortedSet<String> words(Collection<Fact> facts, String... names) {
        SortedSet<String> words = new TreeSet<>();
        for (Fact fact : facts) {
            if (List.of(names).contains(fact.name())) {
                if (fact.value() instanceof List<?> list) {
                    list.forEach(word -> add(words, String.valueOf(word)));
                } else {
                    add(words, String.valueOf(fact.value()));
                }
            }
        }
        return words;
    }

    private static void add(SortedSet<String> words, @Nullable String word) {
        if (word != null && !word.isBlank()) {
            words.add(plain(word));
        }
    }

    /** Without domain, whatever the case; releases and addresses stay whole. */
    private static String plain(String word) {
        String plain = word.strip().toLowerCase(Locale.ROOT);
        boolean number = !plain.isEmpty() && Character.isDigit(plain.charAt(0));
        return number || plain.indexOf('.') <= 0 || plain.indexOf(' ') > 0
                ? plain
                : plain.substring(0, plain.indexOf('.'));
    }

    /** Without addresses: nobody can tell whose they are. */
    private static SortedSet<String> named(SortedSet<String> hosts) {
        SortedSet<String> named = new TreeSet<>(hosts);
        named.removeIf(host -> host.matches("[0-9.]+|[0-9a-f:]*:[0-9a-f:]*"));
        return named;
    }

    private static SortedSet<String> platforms(SortedSet<String> platforms) {
        SortedSet<String> plain = new TreeSet<>();
        platforms.forEach(platform ->
                plain.add(Platforms.endianFormat(platform).isPresent() ? Platforms.plain(platform) : platform));
        return plain;
    }

    /**
     * 19 of 19.22.0.0.0, 12.2 of 12.2.0.1.0: an update changes no line. Where the others say 12 alone, as {@code 12c}, so does
     * this.
     */
    private static SortedSet<String> lines(SortedSet<String> releases, SortedSet<String> others) {
        SortedSet<String> lines = new TreeSet<>();
        for (String release : releases) {
            String[] parts = parts(release);
            boolean old = parts.length > 1 && parts[0].length() < 3 && Integer.parseInt("0" + parts[0]) < 18;
            boolean rough = others.stream()
                    .map(EvidenceIdentity::parts)
                    .anyMatch(other -> other.length == 1 && other[0].equals(parts[0]));
            if (!parts[0].isEmpty()) {
                lines.add(old && !rough ? parts[0] + "." + parts[1] : parts[0]);
            }
        }
        return lines;
    }

    private static String[] parts(String release) {
        return release.replaceAll("[^0-9.].*", "").split("\\.");
    }
}
