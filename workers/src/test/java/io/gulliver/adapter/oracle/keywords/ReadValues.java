package io.gulliver.adapter.oracle.keywords;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values that a table says in words, read once by a person. A name that is not in here refuses every value; one whose words
 * have changed since does too, until somebody reads them again.
 */
final class ReadValues {

    /**
     * One reading.
     *
     * @param words as the table has them; empty where the table says nothing of the values
     * @param pattern narrower than the words where we need no more of them
     * @param why what the pattern leaves out, or why it is right
     */
    record Reading(String words, Pattern pattern, String why) {}

    private final Map<String, Reading> readings = new TreeMap<>();

    ReadValues read(String name, String words, String pattern, String why) {
        Reading earlier = readings.put(name, new Reading(words, Pattern.compile(pattern), why));
        if (earlier != null) {
            throw new IllegalStateException(name + " is read twice");
        }
        return this;
    }

    /** Null when the value fits; otherwise what is wrong. */
    @Nullable
    String problem(String name, String words, String value) {
        Reading reading = readings.get(name);
        if (reading == null) {
            return name + " takes \"" + words + "\", which nobody has turned into a pattern: every value is refused";
        }
        if (!reading.words().equals(words)) {
            return name + " takes \"" + words + "\" now, it was \"" + reading.words() + "\" when it was read";
        }
        return reading.pattern().matcher(value).matches()
                ? null
                : name + "=" + value + " is not \"" + words + "\" (" + reading.why() + ")";
    }

    Map<String, Reading> readings() {
        return readings;
    }
}
