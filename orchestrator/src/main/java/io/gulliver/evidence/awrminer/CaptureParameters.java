package io.gulliver.evidence.awrminer;

import io.gulliver.evidence.FactList;
import io.gulliver.evidence.KeptParameters;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Regex;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Parameters of a capture: of one instance (DATABASE-PARAMETERS up to version 5), or of each (with a column INSTANCE_NUMBER, and in
 * DATABASE-PARAMETERS2).
 *
 * <p>What counts is what the first instance says; of a size or a number the largest, for an instance gets room for all that it
 * may use.
 */
final class CaptureParameters {
    static final String SECTION = "DATABASE-PARAMETERS";
    static final String BY_INSTANCE = "DATABASE-PARAMETERS2";

    private static final String NUMBER = "[0-9]{1,20}";

    private final Problems problems;
    private final SortedMap<String, SortedMap<Long, String>> told = new TreeMap<>();

    CaptureParameters(Problems problems) {
        this.problems = problems;
    }

    void row(Row row) {
        String name = row.text("parameter_name");
        String value = row.text("value");
        String instance = row.text("instance_number");
        if (KeptParameters.has(name) && !value.isEmpty()) {
            told.computeIfAbsent(name, one -> new TreeMap<>())
                    .putIfAbsent(Regex.matches(instance, "[0-9]{1,9}") ? Long.parseLong(instance) : 0, value);
        }
    }

    void facts(FactList facts) {
        if (told.isEmpty()) {
            return;
        }
        List<String> texts = new ArrayList<>();
        List<String> unlike = new ArrayList<>();
        told.forEach((name, values) -> {
            String value = chosen(values);
            texts.add(name + "=" + value);
            if (values.values().stream().anyMatch(one -> !one.equals(value))) {
                unlike.add(name + " " + values.values() + ", taken " + value);
            }
        });
        facts.add("database.parameters", texts, null);
        asm(facts);
        if (!unlike.isEmpty()) {
            problems.add(
                    0,
                    SECTION,
                    "instances differ in " + String.join("; ", unlike),
                    "look whether the target's instances shall differ too");
        }
    }

    private static String chosen(SortedMap<Long, String> values) {
        String first = values.get(values.firstKey());
        return Regex.matches(first, NUMBER)
                ? values.values().stream()
                        .filter(one -> Regex.matches(one, NUMBER))
                        .max((one, two) -> new BigInteger(one).compareTo(new BigInteger(two)))
                        .orElse(first)
                : first;
    }

    /** A file name that begins with {@code +} is one of a disk group. */
    private void asm(FactList facts) {
        List<String> places = Stream.of("control_files", "db_create_file_dest", "spfile")
                .flatMap(name -> told.getOrDefault(name, new TreeMap<>()).values().stream())
                .toList();
        boolean files = told.containsKey("control_files");
        if (places.stream().anyMatch(place -> place.startsWith("+"))) {
            facts.add("database.asm", true, null);
        } else if (files) {
            facts.add("database.asm", false, null);
        }
    }
}
