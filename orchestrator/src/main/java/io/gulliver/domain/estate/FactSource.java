package io.gulliver.domain.estate;

/**
 * Who speaks, whatever the day: the same step of another run and a later capture of the same shape of name are one voice,
 * so that a later word of it replaces its earlier one instead of contradicting it.
 */
public final class FactSource {
    private static final int LONGEST = 200;

    private FactSource() {}

    /** What every source carries in its name that is a file with this hash. */
    public static String mark(String sha256) {
        return "(sha256 " + sha256.substring(0, 12) + ")";
    }

    /**
     * The voice of a source: without the hash of a file, without the run of a step, and without numbers.
     *
     * @param source as facts carry it: {@code awr-hist-389926331-USPS-775-985.out (sha256 0123456789ab)}
     */
    public static String of(String source) {
        String voice = source.replaceAll(" \\(sha256 [0-9a-f]+\\)", "")
                .replaceAll("^(step [^ ]+) of .*$", "$1")
                .replaceAll("[0-9]+", "#")
                .strip();
        if (voice.isEmpty()) {
            return "unnamed";
        }
        return voice.length() <= LONGEST ? voice : voice.substring(0, LONGEST);
    }
}
