package io.gulliver.adapter.spectrumvirtualize;

import java.util.regex.Pattern;

/**
 * What an array accepts as a name of a volume, host or pool; whoever allocates names must stay inside.
 *
 * <p>Source: CMMVC6527E and its explanation. The length is unverified: vendor pages and public drivers agree on 63. The product
 * also allows blanks inside a name; we do not, because a name travels in a path and in filters.
 */
public final class ArrayNames {

    /** Longest name, in characters. */
    public static final int MAX_LENGTH = 63;

    /** A letter or underscore, then letters, digits, underscores, dots and dashes. */
    public static final Pattern PATTERN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0," + (MAX_LENGTH - 1) + "}");

    private ArrayNames() {}

    /** Whether the array would take this name. */
    public static boolean valid(String name) {
        return PATTERN.matcher(name).matches();
    }

    /**
     * Returns the name, or refuses it before it travels.
     *
     * @param kind what the name belongs to, for the message
     * @throws IllegalArgumentException if the array would refuse it
     */
    public static String require(String kind, String name) {
        if (!valid(name)) {
            throw new IllegalArgumentException(
                    "Name of " + kind + " \"" + name + "\" is not valid on the array: wanted 1 to " + MAX_LENGTH
                            + " letters, digits, underscores, dots or dashes, starting with a letter or underscore.");
        }
        return name;
    }
}
