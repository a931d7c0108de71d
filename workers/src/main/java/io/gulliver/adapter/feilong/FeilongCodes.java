package io.gulliver.adapter.feilong;

import io.gulliver.adapter.feilong.FeilongException.Meaning;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one table of what a server's answers mean: who acts, whether repeating helps, whether something may have been done.
 *
 * <p>The three numbers decide, not the HTTP status: the server answers 500 for most failures of z/VM, a full pool among them.
 * Source: returncode.py and the REST layer of Feilong 1.6.7 and 1.6.3; "seen" = answered by those servers themselves with a
 * z/VM played below them.
 */
final class FeilongCodes {

    /** What an answer means. */
    record Line(Meaning meaning, Kind kind, String advice) {}

    private static final String TAKEN = "Read it and compare its mark with ours before going on";
    private static final String GONE = "Read what is there, then decide";
    private static final String LOCKED = "Somebody changes it now; wait some seconds and repeat";
    private static final String STATE = "Read its power state, then decide";
    private static final String LIMIT = "The most is fixed when a guest is made: ask for less, or make it anew";
    private static final String SEE = "Look whether it was done, then see the server's log";

    private static final String LOCK_NOT_HAD = "300/300/9";

    private static final Line LOCK = new Line(Meaning.BUSY, Kind.TRANSIENT, LOCKED);
    private static final Line ABSENT = new Line(Meaning.ABSENT, Kind.CONFLICT, GONE);
    private static final Line EXISTS = new Line(Meaning.EXISTS, Kind.CONFLICT, TAKEN);
    private static final Line WRONG_STATE = new Line(Meaning.WRONG_STATE, Kind.CONFLICT, STATE);
    private static final Line BEYOND = new Line(Meaning.BEYOND_LIMIT, Kind.REQUEST, LIMIT);

    private static final Map<String, Line> LINES = Map.ofEntries(
            // --- absent
            // -----------------------------------------------------------------------------------------------
            Map.entry("404/404/1", ABSENT), // seen: guest, image, switch, card, FCP device unknown to the server
            Map.entry("404/404/2", ABSENT),
            // known to the server, gone from z/VM's directory: deleted behind its back
            Map.entry("404/404/3", ABSENT),
            Map.entry("8/400/4", ABSENT), // seen: no such entry in z/VM's directory
            Map.entry("8/200/4", ABSENT), // the same, asked of CP
            Map.entry("8/212/40", ABSENT), // no such switch
            Map.entry("4/5/402", ABSENT), // seen: no such disk pool
            // --- there already
            // ----------------------------------------------------------------------------------------
            Map.entry("8/400/8", EXISTS), // seen: user id taken, managed by the server or not
            Map.entry("409/409/6", EXISTS), // seen: one of the three device numbers of a card is taken
            Map.entry("8/212/36", EXISTS), // switch
            // --- somebody else is at it
            // ---------------------------------------------------------------------------------
            Map.entry("8/400/12", LOCK), // directory entry locked
            Map.entry("409/409/7", LOCK),
            Map.entry("409/409/9", LOCK),
            Map.entry("409/409/11", LOCK),
            Map.entry("409/409/13", LOCK),
            Map.entry("409/409/15", LOCK),
            Map.entry("409/409/17", LOCK),
            // too many deploys and captures at once; the server counts them itself
            Map.entry("503/503/1", new Line(Meaning.BUSY, Kind.TRANSIENT, "Wait until another deploy has ended")),
            // --- in the wrong state
            // -------------------------------------------------------------------------------------
            Map.entry("409/409/1", WRONG_STATE), // must run
            Map.entry("501/501/1", WRONG_STATE), // seen: disks are not deleted while the guest is on
            Map.entry("8/200/12", WRONG_STATE), // not active
            Map.entry("8/200/16", WRONG_STATE), // going down
            Map.entry("409/409/18", WRONG_STATE), // memory cannot shrink while it runs
            Map.entry("409/409/2", WRONG_STATE), // CPUs cannot shrink while it runs
            // --- beyond what was set
            // ------------------------------------------------------------------------------------
            Map.entry("409/409/3", BEYOND), // no most of CPUs in the directory
            Map.entry("409/409/4", BEYOND), // seen
            Map.entry("409/409/19", BEYOND), // seen at 1.6.3: no reserved memory in the directory
            Map.entry("409/409/20", BEYOND), // seen
            Map.entry("409/409/21", BEYOND),
            // --- a switch or a template says no
            // -------------------------------------------------------------------------
            Map.entry(
                    "409/409/5",
                    new Line(Meaning.REFUSED, Kind.REQUEST, "A switch that knows no VLANs takes none; choose another")),
            // --- the profile that a new guest includes
            // --------------------------------------------------------------------
            Map.entry("8/436/4", ABSENT),
            // --- the server's own links
            // -----------------------------------------------------------------------------------
            // The REST layer could not reach the server behind it: nothing was sent.
            Map.entry(
                    "101/101/1",
                    new Line(Meaning.BUSY, Kind.TRANSIENT, "The SDK server does not answer; wait and repeat")),
            Map.entry(
                    "101/101/2",
                    new Line(Meaning.BUSY, Kind.TRANSIENT, "The SDK server does not answer; wait and repeat")),
            // --- ours
            // -----------------------------------------------------------------------------------------------------
            Map.entry(
                    "400/400/400",
                    new Line(
                            Meaning.REFUSED,
                            Kind.BUG,
                            "The server does not take this request; report it with the server's level")));

    /** Class 300 counts by part of the server: 300/300/9 is a lock of a guest, and a volume that could not be detached. */
    private static final Map<Integer, Map<String, Line>> LINES_OF_PARTS = Map.of(
            FeilongReply.GUEST,
            // lock for a resize or a coupling not had: the server asks for it once
            Map.of(LOCK_NOT_HAD, LOCK),
            FeilongReply.IMAGE,
            Map.of("300/300/13", EXISTS, "300/300/20", ABSENT));

    private static final Set<Integer> MOST_LIKELY_FULL = Set.of(596);
    /** Operations in which the directory manager hands out space. */
    private static final Set<String> TAKES_SPACE = Set.of("create-guest", "create-disks");

    private FeilongCodes() {}

    /** The meaning of an answer; never null. */
    static Line line(int status, @Nullable FeilongReply reply, String operation) {
        if (status == 401) {
            return new Line(
                    Meaning.UNAUTHORIZED,
                    Kind.EXTERNAL,
                    "Check the token of the system against the server's token file; nothing is tried again by itself");
        }
        if (reply == null) {
            return page(status);
        }
        Line known = LINES_OF_PARTS
                .getOrDefault(reply.module(), Map.of())
                .getOrDefault(reply.codes(), LINES.get(reply.codes()));
        if (known != null) {
            return known;
        }
        if (MOST_LIKELY_FULL.contains(reply.rc()) && TAKES_SPACE.contains(operation)) {
            // The reason is the number of a message of the directory manager; which of them mean "full" is unverified.
            return new Line(
                    Meaning.FULL,
                    Kind.CAPACITY,
                    "Compare the free space of the pool, of which one volume must have enough; else look up message DVH"
                            + reply.rs() + " of the directory manager");
        }
        return switch (reply.overall()) {
            case 100 -> new Line(Meaning.REFUSED, Kind.REQUEST, "Correct the input named above");
            case 400 -> new Line(Meaning.REFUSED, Kind.BUG, "Report this with the server's level");
            // Everything else between the two servers: the request may have arrived.
            case 101 -> new Line(Meaning.UNCERTAIN, Kind.TRANSIENT, SEE);
            // 410 is listed for what was deleted.
            case 404, 410 -> ABSENT;
            case 409 -> new Line(Meaning.REFUSED, Kind.CONFLICT, GONE);
            // SMAPI down, or a mistake of the server: one of many causes passes.
            case 500 -> new Line(Meaning.UNCERTAIN, Kind.TRANSIENT, SEE);
            case 501 -> new Line(Meaning.REFUSED, Kind.EXTERNAL, "This level of the server does not have it");
            case 503 -> new Line(Meaning.BUSY, Kind.TRANSIENT, "Wait and repeat");
            default ->
                status == 404
                        ? ABSENT
                        : new Line(
                                Meaning.FAILED,
                                Kind.EXTERNAL,
                                "Look up " + reply.codes() + " in the server's list of codes and see its log");
        };
    }

    /** An answer without an envelope is not the server's own: the web server in front, or another program. */
    private static Line page(int status) {
        return switch (status) {
            case 429, 502, 503, 504 ->
                new Line(
                        Meaning.UNCERTAIN,
                        Kind.TRANSIENT,
                        "The web server in front is busy or restarting; wait and look");
            case 500 -> new Line(Meaning.UNCERTAIN, Kind.TRANSIENT, SEE);
            case 400, 405, 413 -> new Line(Meaning.REFUSED, Kind.BUG, "Report this with the server's level");
            default ->
                new Line(
                        Meaning.REFUSED,
                        Kind.EXTERNAL,
                        "Check that the address is a Feilong server's and that no proxy answers for it");
        };
    }

    /**
     * Whether something may have been done although the answer is an error. A change is several steps for z/VM, so a failure
     * of one of them leaves those before it: a guest without its disks, a card that is not coupled.
     */
    static boolean mayHaveHappened(int status, @Nullable FeilongReply reply, Line line) {
        return switch (line.meaning()) {
            case UNCERTAIN, FAILED, FULL -> status >= 500;
            // Refused before the first step, whatever the status.
            case ABSENT, EXISTS, BUSY, WRONG_STATE, BEYOND_LIMIT, UNAUTHORIZED, REFUSED ->
                reply != null && reply.is(FeilongReply.GUEST, LOCK_NOT_HAD);
        };
    }
}
