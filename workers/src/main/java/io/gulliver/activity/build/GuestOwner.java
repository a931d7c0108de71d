package io.gulliver.activity.build;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.feilong.model.GuestDefinition;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * How a guest of z/VM says whose it is: Feilong has no description field, so the run stands in its ACCOUNT statement, eight
 * characters made of the run, and in comment lines of its directory entry where the server keeps them (from 1.6.7 on).
 *
 * <p>What is read decides: a guest is of a run when the account is the run's and the comments, where there are any of ours, name
 * it. Everything below a guest (disks, cards, devices) is its run's.
 */
final class GuestOwner {
    private static final String MARK = "GULLIVER:";
    /** Longest part of a mark in one line of a directory entry. */
    private static final int LINE = 60;

    private static final int BASE = 36;
    private static final int DIGITS = 7;

    private GuestOwner() {}

    /** The account number of a run's guest: G and seven letters and digits of the run. */
    static String account(StepCall call) {
        CRC32 sum = new CRC32();
        sum.update(call.migration().value().getBytes(StandardCharsets.UTF_8));
        String digits = Long.toString(sum.getValue(), BASE).toUpperCase(Locale.ROOT);
        return "G" + "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** The comment lines of a run's guest; they read as one text. */
    static List<String> comments(StepCall call) {
        String mark = mark(call);
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < mark.length(); from += LINE) {
            lines.add(mark.substring(from, Math.min(mark.length(), from + LINE)));
        }
        return lines;
    }

    private static String mark(StepCall call) {
        return MARK + call.migration().value();
    }

    /** Whether a guest was made by this run. */
    static boolean isOfRun(GuestDefinition guest, StepCall call) {
        return account(call).equalsIgnoreCase(guest.account())
                && said(guest).map(mark(call)::equalsIgnoreCase).orElse(true);
    }

    /** Whether a guest was made by a run of this program; a server that keeps no comments tells that it was a run of ours. */
    static boolean isOfProgram(GuestDefinition guest, StepCall call) {
        String account = guest.account();
        String mark = (MARK + call.program() + "/").toUpperCase(Locale.ROOT);
        return account != null
                && account.length() == DIGITS + 1
                && account.startsWith("G")
                && said(guest)
                        .map(text -> text.toUpperCase(Locale.ROOT).startsWith(mark))
                        .orElse(true);
    }

    private static Optional<String> said(GuestDefinition guest) {
        String all = String.join("", guest.comments());
        int at = all.toUpperCase(Locale.ROOT).indexOf(MARK);
        return at < 0 ? Optional.empty() : Optional.of(all.substring(at));
    }

    /** What a guest says of itself, for a sentence. */
    static String words(GuestDefinition guest) {
        String account = guest.account();
        return "its account is " + (account == null ? "not set" : account)
                + (guest.comments().isEmpty()
                        ? ""
                        : ", its comments are \"" + String.join(" ", guest.comments()) + "\"");
    }

    /**
     * The guest of this run.
     *
     * @throws StepFailedException STATE_CONFLICT when it is gone, NAME_TAKEN when it is not of this run
     */
    static GuestDefinition require(FeilongClient feilong, String userid, StepCall call) {
        GuestDefinition guest = feilong.findGuest(userid)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Guest " + userid + " of " + feilong.system() + " is gone.",
                        "Ask the z/VM team who deleted it; then roll this run back, which finds what is left."));
        if (!isOfRun(guest, call)) {
            throw taken(feilong, guest);
        }
        return guest;
    }

    /** The failure that somebody else has the user id. */
    static StepFailedException taken(FeilongClient feilong, GuestDefinition guest) {
        return new StepFailedException(
                FailureCode.NAME_TAKEN,
                "User " + guest.userid() + " of " + feilong.system() + " exists and is not of this run: " + words(guest)
                        + ". Nothing was changed.",
                "Give the server another user id (fact server.userid), or have the z/VM team remove that user.");
    }

    /** The guest where it is there and of this run; empty when there is nothing to undo. */
    static Optional<GuestDefinition> find(FeilongClient feilong, String userid, StepCall call) {
        return feilong.findGuest(userid).filter(guest -> isOfRun(guest, call));
    }
}
