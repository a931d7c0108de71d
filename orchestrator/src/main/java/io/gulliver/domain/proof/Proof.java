package io.gulliver.domain.proof;

import java.time.Instant;

/**
 * What a suite saw of one part at the real thing.
 *
 * @param part as it was then
 * @param release of the product at the other end: of the database, or the firmware of a device; at most 60 characters
 * @param banner what that product says of itself; at most 300 characters
 * @param at when
 * @param suite that used it; at most 100 characters
 * @param how it was used; at most 300 characters
 * @param passed whether it did what it is for; false is a failure, which is no proof
 */
public record Proof(Part part, String release, String banner, Instant at, String suite, String how, boolean passed) {
    public Proof {
        said(part, "release", release, 60);
        said(part, "suite", suite, 100);
        said(part, "how", how, 300);
        fits(part, "banner", banner, 300);
    }

    private static void said(Part part, String name, String text, int most) {
        if (text.isBlank()) {
            throw wrong(part, name, "is empty");
        }
        fits(part, name, text, most);
    }

    private static void fits(Part part, String name, String text, int most) {
        if (text.length() > most) {
            throw wrong(part, name, "has " + text.length() + " characters, wanted " + most + " at most");
        }
    }

    private static IllegalArgumentException wrong(Part part, String name, String what) {
        return new IllegalArgumentException(
                "the result of " + part.kind().word() + " " + part.id() + ": its " + name + " " + what);
    }
}
