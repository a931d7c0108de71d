package io.gulliver.adapter.feilong.model;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * What z/VM and Feilong accept as names, numbers and sizes; whoever allocates them must stay inside.
 *
 * <p>Sources: the request checks of Feilong 1.6.7 (user ids of letters and digits, 64 CPUs, four digits of memory), z/VM CP
 * Planning and Administration (ACCOUNT, MDISK, NICDEF).
 */
public final class ZvmLimits {

    /** Longest user id, in characters. */
    public static final int USERID_LENGTH = 8;

    /** Virtual CPUs of a guest. */
    public static final int MAX_CPUS = 64;

    /** Longest account number. */
    public static final int ACCOUNT_LENGTH = 8;

    private static final Pattern USERID = Pattern.compile("[A-Z0-9]{1," + USERID_LENGTH + "}");
    private static final Pattern DEVICE = Pattern.compile("[0-9a-fA-F]{1,4}");
    private static final Pattern STORAGE = Pattern.compile("[1-9][0-9]{0,9}[mMgG]");
    /** Words that CP's commands read as something else than a user. */
    private static final Set<String> RESERVED = Set.of("ALL", "ANY", "NONE", "SELF", "SYSTEM", "USER");

    private static final int KEPT = 4;
    private static final int BASE = 36;

    private ZvmLimits() {}

    /** What is wrong with a user id, as part of a sentence; lower case too, because z/VM itself has none. */
    public static Optional<String> useridProblem(String userid) {
        if (!USERID.matcher(userid).matches()) {
            return Optional.of(
                    "user id \"" + userid + "\", wanted 1 to " + USERID_LENGTH + " capital letters and digits");
        }
        if (RESERVED.contains(userid)) {
            return Optional.of("user id \"" + userid + "\" is a word that z/VM reads otherwise");
        }
        return Optional.empty();
    }

    /**
     * A user id for a server, the same each time: its letters and digits in capitals when they fit, else the first four and
     * four more made of the whole name; when that is taken, four others.
     *
     * @param name of the server, for example {@code orders-prod-01}
     * @param taken user ids that are in use
     * @throws IllegalArgumentException for a name without a letter or digit, or when a thousand tries were all taken
     */
    public static String userid(String name, Collection<String> taken) {
        String letters = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
        if (letters.isEmpty()) {
            throw new IllegalArgumentException("No user id can be made of \"" + name + "\"");
        }
        // A user id of digits alone is taken for a number by more than one command.
        String whole = letters.matches("\\d+") ? "L" + letters : letters;
        if (useridProblem(whole).isEmpty() && !taken.contains(whole)) {
            return whole;
        }
        for (int attempt = 0; attempt < 1000; attempt++) {
            String proposal = whole.substring(0, Math.min(KEPT, whole.length())) + mark(name, attempt);
            if (!taken.contains(proposal)) {
                return proposal;
            }
        }
        throw new IllegalArgumentException("No user id that is not taken can be made of \"" + name + "\"");
    }

    private static String mark(String name, int attempt) {
        CRC32 sum = new CRC32();
        sum.update((name + '/' + attempt).getBytes(StandardCharsets.UTF_8));
        String digits = Long.toString(sum.getValue() % ((long) BASE * BASE * BASE * BASE), BASE);
        return "0".repeat(KEPT - digits.length()) + digits.toUpperCase(Locale.ROOT);
    }

    /** Whether a text is a device number. */
    public static boolean isDevice(String vdev) {
        return DEVICE.matcher(vdev).matches();
    }

    /** A device number as the directory has it, four hex digits in capitals. */
    public static String device(String vdev) {
        if (!isDevice(vdev)) {
            throw new IllegalArgumentException("Device number \"" + vdev + "\", wanted 1 to 4 hex digits");
        }
        return String.format(Locale.ROOT, "%04X", Integer.parseInt(vdev, 16));
    }

    /** MiB of a size with its unit, {@code 16G} or {@code 512m}; empty for anything else. */
    public static OptionalLong mebibytes(String size) {
        if (!STORAGE.matcher(size).matches()) {
            return OptionalLong.empty();
        }
        long value = Long.parseLong(size.substring(0, size.length() - 1));
        return OptionalLong.of(size.toUpperCase(Locale.ROOT).endsWith("G") ? value * 1024 : value);
    }

    /**
     * A size as the server wants it: one to four digits, in G where that goes without a rest.
     *
     * @throws IllegalArgumentException for less than a MiB, and for what four digits cannot say
     */
    public static String storage(long mebibytes) {
        String text = mebibytes % 1024 == 0 ? mebibytes / 1024 + "G" : mebibytes + "M";
        if (mebibytes < 1 || text.length() > 5) {
            throw new IllegalArgumentException(mebibytes + " MiB cannot be said in four digits of M or of whole G");
        }
        return text;
    }
}
