package io.gulliver.domain.task;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.people.RuleViolation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a gate shows to whoever decides, in one canonical text: its title, each criterion with verdict and figures, its
 * instructions as they were filled in, its other values by name, and the files that people attached to it, by the SHA-256 of
 * their content. The same gate shown twice gives the same text, byte by byte; its SHA-256 ties an approval to what was seen.
 *
 * @param gate the text without its files, in UTF-8, lines ended by a line feed
 * @param files in the order in which they were attached
 */
public record GateEvidence(String gate, List<Attached> files) {
    /** Name and kind under which it is kept with the gate. */
    public static final String FILE = "shown.txt";

    public static final String KIND = "decision";

    private static final String INSTRUCTIONS = "instructions";
    private static final int MOST_CHANGES = 8;

    public GateEvidence {
        files = files.stream().distinct().toList();
    }

    /**
     * A file that is shown with a gate.
     *
     * @param name under which it was attached
     * @param sha256 of its content, in lower-case hex
     */
    public record Attached(String name, String sha256) {}

    /**
     * Writes it down.
     *
     * @param title of the gate
     * @param inputs of the gate as they were resolved when it opened
     */
    public static GateEvidence of(MigrationId migration, StepKey step, String title, Map<String, Object> inputs) {
        StringBuilder text = new StringBuilder();
        text.append("Gate: ").append(title).append('\n');
        text.append("Migration: ")
                .append(migration)
                .append(", step ")
                .append(step)
                .append('\n');
        text.append("\nCriteria\n");
        for (GateCriterion criterion : GateCriterion.of(inputs)) {
            text.append("- ")
                    .append(criterion.title())
                    .append(" (")
                    .append(criterion.id())
                    .append("): ")
                    .append(criterion.verdict())
                    .append("\n  ")
                    .append(criterion.why())
                    .append('\n');
        }
        Object instructions = inputs.get(INSTRUCTIONS);
        text.append("\nInstructions\n")
                .append(instructions == null ? "" : instructions.toString().strip())
                .append('\n');
        text.append("\nValues\n");
        new TreeMap<>(inputs).forEach((name, value) -> {
            if (!name.equals(INSTRUCTIONS) && !name.equals(GateCriterion.INPUT)) {
                text.append(name).append(" = ").append(canonical(value)).append('\n');
            }
        });
        return new GateEvidence(text.toString().replace("\r\n", "\n"), List.of());
    }

    /** The same gate with these files alone. */
    public GateEvidence showing(List<Attached> attached) {
        return new GateEvidence(gate, attached);
    }

    /** The same gate with one file more. */
    public GateEvidence with(Attached file) {
        return new GateEvidence(
                gate, Stream.concat(files.stream(), Stream.of(file)).toList());
    }

    /** The same gate without a file. */
    public GateEvidence without(Attached file) {
        return new GateEvidence(
                gate, files.stream().filter(one -> !one.equals(file)).toList());
    }

    /** This gate as it was when it had that hash and fewer files; empty when it never had. */
    public Optional<GateEvidence> under(String sha256) {
        return IntStream.rangeClosed(0, files.size())
                .mapToObj(left -> new GateEvidence(gate, files.subList(0, files.size() - left)))
                .filter(one -> one.sha256().equals(sha256))
                .findFirst();
    }

    /** All of it, lines ended by a line feed. Without files it has no word of them, as before there were any in it. */
    public String text() {
        if (files.isEmpty()) {
            return gate;
        }
        return gate
                + files.stream()
                        .map(file -> file.sha256() + "  " + file.name().replaceAll("\\p{Cntrl}", "_") + "\n")
                        .sorted()
                        .collect(Collectors.joining("", "\nFiles\n", ""));
    }

    /** SHA-256 of the text, in lower-case hex: what {@code sha256sum} says of the kept file. */
    public String sha256() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /**
     * Whether a decision names what the gate shows now. An approval must; a rejection may name nothing, because it lets
     * nothing happen.
     *
     * @param command the decision
     * @param title of the gate
     * @param earlier what the gate showed before under the hash that the decision names, or empty when it never did
     */
    public Optional<RuleViolation> violation(PersonCommand command, String title, Optional<GateEvidence> earlier) {
        String named = command.evidenceHash();
        if (named == null) {
            return command.approves()
                    ? Optional.of(
                            RuleViolation.notSo(
                                    "An approval of '" + title + "' names the evidence that it rests on."
                                            + " Send evidenceHash as the gate shows it (GET /api/v1/gates/{id}), after reading it."))
                    : Optional.empty();
        }
        if (named.equals(sha256())) {
            return Optional.empty();
        }
        return Optional.of(RuleViolation.notNow("Gate '" + title + "' does not show the evidence "
                + named.substring(0, Math.min(12, named.length())) + " that the decision names; it shows "
                + sha256().substring(0, 12) + ". "
                + earlier.map(before -> "Since then: " + changesSince(before) + ".")
                        .orElse("It never showed the other.")
                + " Read the gate again, then decide."));
    }

    /** Lines that an earlier text had and this one has not, and the other way, in words. */
    String changesSince(GateEvidence earlier) {
        List<String> before = earlier.text().lines().map(String::strip).toList();
        List<String> now = text().lines().map(String::strip).toList();
        List<String> changes = new ArrayList<>();
        before.stream().filter(line -> !now.contains(line)).forEach(line -> changes.add("gone '" + line + "'"));
        now.stream().filter(line -> !before.contains(line)).forEach(line -> changes.add("new '" + line + "'"));
        int more = changes.size() - MOST_CHANGES;
        return changes.isEmpty()
                ? "the order of lines"
                : String.join("; ", changes.subList(0, Math.min(MOST_CHANGES, changes.size())))
                        + (more > 0 ? "; and " + more + " more" : "");
    }

    /** A map in the order of its names, whoever made it. */
    private static Object canonical(Object value) {
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, Object> sorted = new TreeMap<>();
            map.forEach((name, inner) -> sorted.put(String.valueOf(name), inner == null ? "" : canonical(inner)));
            return sorted;
        }
        if (value instanceof Iterable<?> list) {
            ArrayList<Object> all = new ArrayList<>();
            list.forEach(inner -> all.add(inner == null ? "" : canonical(inner)));
            return all;
        }
        return value;
    }
}
