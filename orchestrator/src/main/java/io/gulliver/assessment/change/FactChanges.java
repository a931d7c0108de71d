package io.gulliver.assessment.change;

import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Differences between what was known of a database at two moments.
 *
 * @param from the earlier moment
 * @param to the later one
 * @param zone in which the days of both were meant
 * @param before how many facts were known at the earlier moment; with none, nothing can be said to have changed
 * @param groups what each kind of thing was compared by, all of them
 * @param changes by group, then by name
 * @param unchanged how many facts are as they were
 * @param verdict what the facts of both moments say of the ways across, or null where nobody judged
 */
public record FactChanges(
        Instant from,
        Instant to,
        ZoneId zone,
        int before,
        List<Compared> groups,
        List<Change> changes,
        int unchanged,
        @Nullable VerdictChange verdict) {
    public FactChanges {
        groups = List.copyOf(groups);
        changes = List.copyOf(changes);
    }

    /** The same with what it means for the ways across. */
    public FactChanges with(VerdictChange judged) {
        return new FactChanges(from, to, zone, before, groups, changes, unchanged, judged);
    }

    /** What happened to something. */
    public enum Kind {
        /** It is another value now. */
        CHANGED,
        /** An entry of a list that was not there. */
        ADDED,
        /** An entry of a list that is no longer there, or a fact that nobody tells any longer. */
        REMOVED,
        /** Nobody had looked before, so that it may have been so all the time. */
        FIRST_SEEN
    }

    /**
     * A kind of thing with what was known of it.
     *
     * @param known facts at the earlier moment
     * @param knownNow facts at the later moment
     * @param changes those in {@link FactChanges#changes()}
     */
    public record Compared(Group group, int known, int knownNow, int changes) {}

    /** Changes of one group. */
    public List<Change> of(Group group) {
        return changes.stream().filter(one -> one.group() == group).toList();
    }

    /** What kind of thing changed, in the order in which pages show it. */
    public enum Group {
        SIZE(
                "size",
                "data_gb",
                "index_gb",
                "lob_gb",
                "files_gb",
                "size_gb",
                "storage.",
                "objects",
                "tables",
                "segments"),
        VOLUMES(
                "volumes",
                "host.storage.",
                "host.disks.",
                "host.multipath.",
                "host.dasd.",
                "host.fcp.",
                "tablespace",
                "datafile",
                "asm",
                "volume"),
        PARAMETERS(
                "parameters",
                "database.parameters",
                "sga_",
                "pga_",
                "processes",
                "memory.",
                "source_compatible",
                "parameter",
                "archivelog",
                "archive_log",
                "hidden_parameters",
                "processes_limit",
                "undo_retention",
                "large_pages",
                "file_io",
                "force_logging"),
        STATISTICS("statistics", "statistics", "stats_", "stale_statistics"),
        PLANS("plans", "sql.", "plan", "baselines", "sql_", "top_sql"),
        PATCH("patch", "patch", "source_release", "database.version", "opatch", "components"),
        HOST("guest and host", "host.", "guest.", "cores", "cpu_", "vm_", "huge_pages", "kernel"),
        LOAD("load", "cpu.", "io.", "redo.", "redo_", "awr.", "sessions", "network."),
        OTHER("other");

        private final String title;
        private final List<String> beginnings;

        Group(String title, String... beginnings) {
            this.title = title;
            this.beginnings = List.of(beginnings);
        }

        /** As a page says it. */
        public String title() {
            return title;
        }

        /** The group of a fact: the first one that knows a beginning of its name. */
        public static Group of(String fact) {
            for (Group group : values()) {
                if (group.beginnings.stream().anyMatch(fact::startsWith)) {
                    return group;
                }
            }
            return OTHER;
        }
    }

    /**
     * One difference.
     *
     * @param group it belongs to
     * @param kind what happened
     * @param fact name of the fact
     * @param part of a list, such as one parameter; null for the fact as a whole
     * @param before value then, null when it was not known or not there
     * @param after value now, null when it is no longer there
     * @param unit of both, or null
     * @param percent by which a number changed, or null
     * @param sourceBefore who said so, or null
     * @param sourceAfter who says so, or null
     * @param atBefore when it was true, or null
     * @param atAfter when it was true, or null
     */
    public record Change(
            Group group,
            Kind kind,
            String fact,
            @Nullable String part,
            @Nullable Object before,
            @Nullable Object after,
            @Nullable String unit,
            @Nullable Double percent,
            @Nullable String sourceBefore,
            @Nullable String sourceAfter,
            @Nullable Instant atBefore,
            @Nullable Instant atAfter) {}

    /** Facts about the evidence itself say nothing of the database. */
    private static final String ABOUT_EVIDENCE = "evidence.";

    /**
     * Compares.
     *
     * @param then what was known at {@code from}
     * @param now what was known at {@code to}
     */
    public static FactChanges of(Instant from, Instant to, ZoneId zone, Collection<Fact> then, Collection<Fact> now) {
        SortedMap<String, Fact> before = byName(then);
        SortedMap<String, Fact> after = byName(now);
        SortedSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Change> changes = new ArrayList<>();
        int unchanged = 0;
        for (String name : names) {
            Fact old = before.get(name);
            Fact recent = after.get(name);
            if (old != null && recent != null && old.value().equals(recent.value())) {
                unchanged++;
            } else if (old != null
                    && recent != null
                    && old.value() instanceof List<?> first
                    && recent.value() instanceof List<?> second) {
                changes.addAll(parts(name, old, recent, first, second));
            } else {
                changes.add(change(
                        name,
                        null,
                        old == null ? null : old.value(),
                        recent == null ? null : recent.value(),
                        old,
                        recent));
            }
        }
        changes.sort(Comparator.comparing(Change::group)
                .thenComparing(Change::fact)
                .thenComparing(one -> one.part() == null ? "" : one.part()));
        List<Compared> groups = new ArrayList<>();
        for (Group group : Group.values()) {
            groups.add(new Compared(group, counted(before, group), counted(after, group), (int)
                    changes.stream().filter(one -> one.group() == group).count()));
        }
        return new FactChanges(from, to, zone, before.size(), groups, changes, unchanged, null);
    }

    private static int counted(SortedMap<String, Fact> facts, Group group) {
        return (int)
                facts.keySet().stream().filter(name -> Group.of(name) == group).count();
    }

    private static SortedMap<String, Fact> byName(Collection<Fact> facts) {
        SortedMap<String, Fact> named = new TreeMap<>();
        facts.stream()
                .filter(fact -> !fact.name().startsWith(ABOUT_EVIDENCE))
                .forEach(fact -> named.put(fact.name(), fact));
        return named;
    }

    /** A list of {@code name=value} or {@code name: value} differs entry by entry; other lists by what came and went. */
    private static List<Change> parts(String name, Fact old, Fact recent, List<?> first, List<?> second) {
        Map<String, String> before = entries(first);
        Map<String, String> after = entries(second);
        SortedSet<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<Change> changes = new ArrayList<>();
        for (String key : keys) {
            String was = before.get(key);
            String is = after.get(key);
            if (was == null || !was.equals(is)) {
                changes.add(change(name, key, was, is, old, recent));
            }
        }
        return changes;
    }

    private static Map<String, String> entries(List<?> list) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (Object one : list) {
            String text = String.valueOf(one);
            int at = text.indexOf('=');
            if (at <= 0) {
                at = text.indexOf(": ");
            }
            entries.put(
                    at <= 0 ? text : text.substring(0, at).strip(),
                    at <= 0 ? "there" : text.substring(at + 1).strip());
        }
        return entries;
    }

    private static Change change(
            String name,
            @Nullable String part,
            @Nullable Object before,
            @Nullable Object after,
            @Nullable Fact old,
            @Nullable Fact recent) {
        Double percent = before instanceof Number was && after instanceof Number is && was.doubleValue() != 0
                ? (Double) ((is.doubleValue() - was.doubleValue()) / Math.abs(was.doubleValue()) * 100)
                : null;
        return new Change(
                Group.of(name),
                old == null
                        ? Kind.FIRST_SEEN
                        : before == null ? Kind.ADDED : after == null ? Kind.REMOVED : Kind.CHANGED,
                name,
                part,
                before,
                after,
                recent != null && recent.unit() != null ? recent.unit() : old == null ? null : old.unit(),
                percent,
                old == null ? null : old.source(),
                recent == null ? null : recent.source(),
                old == null ? null : old.at(),
                recent == null ? null : recent.at());
    }
}
