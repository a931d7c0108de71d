package io.gulliver.activity.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the console of a partition or guest says of a start: the host keys, or that nothing could be loaded.
 *
 * <p>Host keys: the block that cloud-init prints at the first start of an instance (module <i>keys to console</i>), with a fingerprint a
 * line as {@code ssh-keygen -l} writes it; the prefix in front of each line differs between releases ({@code ec2:}, a syslog header).
 * The block of whole keys below it is not read: a line of a console has a length, and a key can be longer. Loader: messages whose number
 * begins with {@code MLO} and ends with {@code E} (that form is unverified; {@code I} for information is documented). z/VM: message
 * HCPGIR450W, by which CP says that the guest waits for ever.
 */
final class ConsoleLines {
    private static final String BEGIN = "-----BEGIN SSH HOST KEY FINGERPRINTS-----";
    private static final String END = "-----END SSH HOST KEY FINGERPRINTS-----";
    private static final Pattern KEY =
            Pattern.compile("(?:^|\\s)\\d{3,5} (SHA256:[A-Za-z0-9+/]{43})(?:\\s.*)?\\((?:RSA|ECDSA|ED25519)\\)\\s*$");
    private static final Pattern LOADER_UP = Pattern.compile("\\bMLOEVL\\d+I\\b");
    private static final Pattern LOADER_ERROR = Pattern.compile("\\bMLO[A-Z]{3}\\d+E\\b.*");

    private static final Pattern CP_ENTERED = Pattern.compile("\\bHCPGIR450W CP entered; disabled wait.*");

    private final List<String> lines;

    private ConsoleLines(List<String> lines) {
        this.lines = lines;
    }

    /** @param messages in their order; one may hold several lines */
    static ConsoleLines of(List<String> messages) {
        List<String> lines = new ArrayList<>();
        messages.forEach(message -> message.lines().forEach(lines::add));
        return new ConsoleLines(lines);
    }

    /** Fingerprints of the newest whole block; empty before there is one. A block without one that is SHA-256 is none. */
    Optional<List<String>> hostKeys() {
        Optional<List<String>> newest = Optional.empty();
        List<String> open = null;
        for (String line : lines) {
            if (line.contains(BEGIN)) {
                open = new ArrayList<>();
            } else if (line.contains(END) && open != null) {
                newest = open.isEmpty() ? newest : Optional.of(List.copyOf(open));
                open = null;
            } else if (open != null) {
                Matcher key = KEY.matcher(line);
                if (key.find()) {
                    open.add(key.group(1));
                }
            }
        }
        return newest;
    }

    /** Whether a block of keys has begun and not ended. */
    boolean openKeys() {
        int begin = -1;
        int end = -1;
        for (int i = 0; i < lines.size(); i++) {
            begin = lines.get(i).contains(BEGIN) ? i : begin;
            end = lines.get(i).contains(END) ? i : end;
        }
        return begin > end;
    }

    /** What the loader said of the newest start that it could not go through with; empty when it said nothing of the kind. */
    Optional<String> loaderError() {
        Optional<String> error = Optional.empty();
        for (String line : lines) {
            if (LOADER_UP.matcher(line).find()) {
                error = Optional.empty();
            }
            Matcher said = LOADER_ERROR.matcher(line);
            if (said.find()) {
                error = Optional.of(said.group().strip());
            }
            Matcher waits = CP_ENTERED.matcher(line);
            if (waits.find()) {
                error = Optional.of(waits.group().strip());
            }
        }
        return error;
    }

    /** The last lines, at most so many. */
    String last(int most) {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - most), lines.size()));
    }
}
