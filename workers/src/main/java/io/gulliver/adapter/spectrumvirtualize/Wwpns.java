package io.gulliver.adapter.spectrumvirtualize;

import java.util.List;
import java.util.Locale;

/** Port names in the array's spelling. */
final class Wwpns {

    private Wwpns() {}

    /** 16 upper case hex digits from what people and other products write: with colons, in either case. */
    static String canonical(String wwpn) {
        String digits = wwpn.replace(":", "").toUpperCase(Locale.ROOT);
        if (!digits.matches("[0-9A-F]{16}")) {
            throw new IllegalArgumentException(
                    "WWPN \"" + wwpn + "\" is not valid: wanted 16 hex digits, colons allowed.");
        }
        return digits;
    }

    /** The array's list notation: joined by colons, so the names themselves must have none. */
    static String joined(List<String> wwpns) {
        if (wwpns.isEmpty()) {
            throw new IllegalArgumentException("No WWPN was given; a Fibre Channel host needs at least one.");
        }
        return String.join(":", wwpns.stream().map(Wwpns::canonical).toList());
    }
}
