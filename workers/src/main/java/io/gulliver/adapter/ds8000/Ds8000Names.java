package io.gulliver.adapter.ds8000;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a DS8000 accepts as names.
 *
 * <p>Volumes: 16 characters, from the public block storage driver of OpenStack, which cuts names there. Hosts: 32. Characters are
 * those that every source uses; both take more, which would have to be carried through paths.
 */
public final class Ds8000Names {
    public static final int VOLUME_LENGTH = 16;
    public static final int HOST_LENGTH = 32;

    /** Of volumes and hosts alike, but for the length. */
    public static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private Ds8000Names() {}

    static String volume(String name) {
        return require("volume", name, VOLUME_LENGTH);
    }

    static String host(String name) {
        return require("host", name, HOST_LENGTH);
    }

    private static String require(String kind, String name, int length) {
        if (name.length() > length || !PATTERN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "Name of " + kind + " \"" + name + "\" is not valid on a DS8000: wanted 1 to " + length
                            + " letters, digits, underscores, dots or dashes.");
        }
        return name;
    }

    /** Upper-case hex digits of a fixed number. */
    static String hex(String kind, String text, int digits) {
        String upper = text.replace(":", "").toUpperCase(Locale.ROOT);
        if (!upper.matches("[0-9A-F]{" + digits + "}")) {
            throw new IllegalArgumentException(
                    kind + " \"" + text + "\" is not valid: wanted " + digits + " hex digits.");
        }
        return upper;
    }
}
