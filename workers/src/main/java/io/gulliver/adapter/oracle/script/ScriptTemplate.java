package io.gulliver.adapter.oracle.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A script with places to fill: <code>{{name}}</code>, or <code>{{name|sql-identifier}}</code> where the place speaks
 * another language than the file.
 *
 * <p>No conditions, no loops: what a DBA reads is what runs. A line whose only place is filled with the empty text is
 * left out when the place is written <code>{{name?}}</code>; so a parameter that one release lacks can be dropped.
 */
public final class ScriptTemplate {

    private static final String FOLDER = "gulliver/scripts/";
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z][a-z0-9_]*)(\\?)?(?:\\|([a-z-]+))?}}");

    private final String name;
    private final String text;
    private final ScriptLanguage language;

    private ScriptTemplate(String name, String text) {
        this.name = name;
        this.text = text;
        this.language = language(name);
    }

    /** Reads a template of the class path folder {@code gulliver/scripts}, for example {@code expdp.par}. */
    public static ScriptTemplate load(String name) {
        try (InputStream in = ScriptTemplate.class.getClassLoader().getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no script template " + name);
            }
            return of(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Script template " + name + " cannot be read", e);
        }
    }

    /** A template from its text; the name's ending tells the language. */
    public static ScriptTemplate of(String name, String text) {
        return new ScriptTemplate(name, text);
    }

    private static ScriptLanguage language(String name) {
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "par":
                return ScriptLanguage.PARFILE;
            case "sql":
                return ScriptLanguage.SQL_LITERAL;
            case "sh":
                return ScriptLanguage.SHELL;
            case "rsp":
                return ScriptLanguage.RESPONSE_FILE;
            case "rman":
                return ScriptLanguage.RMAN;
            case "ora":
                return ScriptLanguage.NET;
            default:
                throw new IllegalArgumentException(
                        "Script template " + name + ": the ending must be .par, .sql, .sh, .rsp, .rman or .ora");
        }
    }

    /** Names of the places, sorted; true = may be empty, and its line then goes. */
    public SortedMap<String, Boolean> places() {
        SortedMap<String, Boolean> places = new TreeMap<>();
        Matcher place = PLACE.matcher(text);
        while (place.find()) {
            places.merge(place.group(1), place.group(2) != null, Boolean::logicalAnd);
        }
        return Collections.unmodifiableSortedMap(places);
    }

    /**
     * The script with every place filled and escaped.
     *
     * @throws IllegalArgumentException when a value is missing, not wanted, or cannot be said in its language
     */
    public String render(Map<String, String> values) {
        return filled(values, false);
    }

    /**
     * The script as {@link #render} would write it, to be read and never run: a value that nobody knows yet stands in it as
     * it was given, in guillemets.
     */
    public String preview(Map<String, String> values) {
        return filled(values, true);
    }

    private String filled(Map<String, String> values, boolean shown) {
        SortedSet<String> given = new TreeSet<>(values.keySet());
        if (!given.equals(new TreeSet<>(places().keySet()))) {
            throw new IllegalArgumentException(
                    "Script template " + name + " has the places " + places().keySet() + ", given were " + given + ".");
        }
        StringBuilder script = new StringBuilder();
        for (String line : text.split("\n")) {
            Matcher place = PLACE.matcher(line);
            StringBuilder filled = new StringBuilder();
            boolean dropped = false;
            while (place.find()) {
                String value = String.valueOf(values.get(place.group(1)));
                dropped |= place.group(2) != null && value.isEmpty();
                String escaped = dropped
                        ? ""
                        : shown && value.contains("«") ? value : escape(place.group(1), place.group(3), value);
                place.appendReplacement(filled, Matcher.quoteReplacement(escaped));
            }
            if (!dropped) {
                script.append(place.appendTail(filled)).append('\n');
            }
        }
        return script.toString();
    }

    private String escape(String place, @Nullable String other, String value) {
        if (value.isEmpty() || value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("Script template " + name + ": the value of " + place
                    + " is empty or holds a line end or control character.");
        }
        ScriptLanguage spoken = other == null
                ? language
                : ScriptLanguage.valueOf(
                        other.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
        try {
            return spoken.escape(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Script template " + name + ", place " + place + ": " + e.getMessage(), e);
        }
    }
}
