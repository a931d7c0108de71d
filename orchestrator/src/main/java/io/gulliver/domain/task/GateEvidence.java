package io.gulliver.domain.task;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a gate shows to whoever decides, in one canonical text: its title, each criterion with verdict and figures, its
 * instructions as they were filled in, and its other values by name. The same gate shown twice gives the same text, byte by byte;
 * its SHA-256 ties an approval to what was seen.
 *
 * @param text in UTF-8, lines ended by a line feed
 */
public record GateEvidence(String text) {
    /** Name and kind under which it is kept with the gate. */
    public static final String FILE = "shown.txt";

    public static final String KIND = "decision";

    private static final String INSTRUCTIONS = "instructions";

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
        return new GateEvidence(text.toString().replace("\r\n", "\n"));
    }

    /** SHA-256 of the text, in lower-case hex: what {@code sha256sum} says of the kept file. */
    public String sha256() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** A map in the order of its names, whoever made it. */
    private static Object canonical(Object value) {
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, Object> sorted = new TreeMap<>();
            map.forEach((name, inner) -> sorted.put(String.valueOf(name), inner == null ? "" : canonical(inner)));
            return sorted;
        }
        if (value instanceof Iterable<?> list) {
            java.util.ArrayList<Object> all = new java.util.ArrayList<>();
            list.forEach(inner -> all.add(inner == null ? "" : canonical(inner)));
            return all;
        }
        return value;
    }
}
