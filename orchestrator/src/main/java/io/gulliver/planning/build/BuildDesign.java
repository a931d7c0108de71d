package io.gulliver.planning.build;

import io.gulliver.domain.build.DesignLine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server is built with.
 *
 * @param server its name
 * @param lines by part, in the order in which people read them
 * @param missing what nobody knows yet and nothing is built without
 * @param blocking failed tuning checks that stop it, one line each
 * @param tooSmall figures in place of a sum that are less than it
 * @param refusals limits of guest and machine that it is beyond
 * @param decide whether a person must look at its figures: one stands in place of a sum, or a sizing was not accepted
 */
public record BuildDesign(
        String server,
        List<BuildLine> lines,
        List<String> missing,
        List<String> blocking,
        List<String> tooSmall,
        List<String> refusals,
        boolean decide) {
    /** Changes when lines are written otherwise, so that an approval never counts for what it was not given to. */
    private static final String FORM = "gulliver build design 1";

    public BuildDesign {
        lines = List.copyOf(lines);
        missing = List.copyOf(missing);
        blocking = List.copyOf(blocking);
        tooSmall = List.copyOf(tooSmall);
        refusals = List.copyOf(refusals);
    }

    /** Lines of one part. */
    public List<BuildLine> of(BuildPart part) {
        return lines.stream().filter(line -> line.part() == part).toList();
    }

    /** What an approval is of and keeps, by key. */
    public List<DesignLine> kept() {
        return lines.stream()
                .filter(BuildLine::bound)
                .map(BuildLine::kept)
                .sorted(Comparator.comparing(DesignLine::key))
                .toList();
    }

    /** SHA-256 of what an approval is of, lower-case hex: the same for the same design, in whatever order it was put together. */
    public String hash() {
        StringBuilder text = new StringBuilder();
        part(text, FORM);
        part(text, server);
        for (DesignLine line : kept()) {
            part(text, line.key());
            part(text, line.value());
            part(text, line.unit());
        }
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** With its length before it, so that no two designs are one text. */
    private static void part(StringBuilder text, String value) {
        text.append(value.length()).append(':').append(value).append('\n');
    }

    /** What would change against a design that was approved, by key. */
    public List<Change> against(Collection<DesignLine> approved) {
        SortedMap<String, DesignLine> before = byKey(approved);
        SortedMap<String, DesignLine> now = byKey(kept());
        SortedSet<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(now.keySet());
        List<Change> changes = new ArrayList<>();
        for (String key : keys) {
            DesignLine was = before.get(key);
            DesignLine is = now.get(key);
            if (was == null
                    || is == null
                    || !was.value().equals(is.value())
                    || !was.unit().equals(is.unit())) {
                changes.add(new Change(
                        is == null ? was.words() : is.words(),
                        was == null ? null : BuildLine.shown(was),
                        is == null ? null : BuildLine.shown(is)));
            }
        }
        return changes;
    }

    private static SortedMap<String, DesignLine> byKey(Collection<DesignLine> lines) {
        return lines.stream().collect(Collectors.toMap(DesignLine::key, line -> line, (a, b) -> b, TreeMap::new));
    }

    /**
     * A line that is not as it was approved.
     *
     * @param words what it is
     * @param before as it was approved, or null where the line is new
     * @param now as it would be built, or null where the line is gone
     */
    public record Change(
            String words, @Nullable String before, @Nullable String now) {
        /** In one sentence without its end. */
        public String told() {
            if (before == null) {
                return words + ": " + shown(now) + " would be built; the approved design does not say it";
            }
            return now == null
                    ? words + ": " + shown(before) + " was approved; nobody says it any more"
                    : words + ": " + shown(before) + " was approved, " + shown(now) + " would be built";
        }

        private static String shown(@Nullable String value) {
            return value == null || value.isEmpty() ? "nothing" : value;
        }
    }

    /** Every line as words, for whoever decides in a run. */
    public List<String> told() {
        List<String> told = new ArrayList<>();
        for (BuildLine line : lines) {
            if (line.part() != BuildPart.OTHER
                    && line.part() != BuildPart.AGAINST
                    && !line.value().isEmpty()) {
                told.add(line.words() + ": " + line.shown());
            }
        }
        return told;
    }

    /** Why nobody can approve it as it stands on its page; empty when somebody can. */
    public List<String> notYet() {
        List<String> reasons = new ArrayList<>();
        missing.forEach(what -> reasons.add("Nobody knows yet: " + what));
        refusals.forEach(reasons::add);
        blocking.forEach(check -> reasons.add("A tuning check is blocking: " + check));
        tooSmall.forEach(figure -> reasons.add("Less than those who land there need: " + figure));
        return reasons;
    }
}
