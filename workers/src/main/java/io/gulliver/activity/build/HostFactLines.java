package io.gulliver.activity.build;

import io.gulliver.domain.check.CheckMoment;
import io.gulliver.playbook.CheckFact;
import io.gulliver.playbook.expression.ValueType;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code host-checks.sh} says: {@code fact NAME VALUE}, one a line, and in the end {@code facts N}. A value is read by
 * the type that the vocabulary of tuning checks gives its name. What else is among the lines is left out.
 */
final class HostFactLines {
    private static final int MOST = 400;
    private static final int LONGEST = 8_000;
    private static final Pattern FACT = Pattern.compile("fact ([a-z][a-z0-9_.]{0,80}) (.*)");
    private static final Pattern END = Pattern.compile("facts ([0-9]{1,4})");

    private HostFactLines() {}

    /** The lines cannot be trusted: which, and why. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    /**
     * Values by the names of facts; of what could not be read there is nothing.
     *
     * @param vocabulary facts by name; only those that somebody may know of what stands are taken
     * @throws Unreadable a line is none, a fact is unknown, of another type or there twice, or lines are missing
     */
    static SortedMap<String, Object> parse(String output, Map<String, CheckFact> vocabulary) throws Unreadable {
        SortedMap<String, Object> facts = new TreeMap<>();
        int ends = -1;
        for (String line : output.lines().toList()) {
            if (!line.startsWith("fact ") && !line.startsWith("facts ")) {
                continue;
            }
            if (ends >= 0) {
                throw new Unreadable("after its last line there is '" + clipped(line) + "'");
            }
            Matcher end = END.matcher(line);
            if (end.matches()) {
                ends = Integer.parseInt(end.group(1));
                continue;
            }
            Matcher fact = FACT.matcher(line);
            if (!fact.matches() || line.length() > LONGEST || facts.size() == MOST) {
                throw new Unreadable("'" + clipped(line) + "' is no fact that can be read");
            }
            String name = fact.group(1);
            CheckFact known = vocabulary.get(name);
            if (known == null || known.from(CheckMoment.TARGET) == null) {
                throw new Unreadable("tuning checks know no fact '" + name + "' of what stands");
            }
            try {
                if (facts.put(name, known.read(fact.group(2))) != null) {
                    throw new Unreadable("the fact " + name + " is there twice");
                }
            } catch (ValueType.Mismatch e) {
                throw new Unreadable("the fact " + name + " is " + e.getMessage());
            }
        }
        if (ends != facts.size()) {
            throw new Unreadable(
                    ends < 0
                            ? "its last line is missing after " + facts.size() + " facts"
                            : "it says " + ends + " facts, and there are " + facts.size());
        }
        return Collections.unmodifiableSortedMap(facts);
    }

    private static String clipped(String line) {
        return line.length() > 120 ? line.substring(0, 117) + "..." : line;
    }
}
