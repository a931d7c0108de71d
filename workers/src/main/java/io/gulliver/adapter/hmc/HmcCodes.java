package io.gulliver.adapter.hmc;

import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.util.Map;

/**
 * The one table of what the HMC's answers mean: who acts, and whether repeating helps.
 *
 * <p>Key is {@code status.reason}, else the status alone. Source: HMC Web Services API, "Common request validation reason
 * codes", as encoded in the public clients; lines marked (unverified) are not confirmed by them.
 */
final class HmcCodes {

    /** What an answer means. */
    record Meaning(Kind kind, String advice) {}

    private static final Map<String, Meaning> MEANINGS = Map.ofEntries(
            // --- worth a retry -------------------------------------------------------------------------------------
            // object busy with another operation: public clients wait 5-10 s and repeat
            entry("409.2", Kind.TRANSIENT, "The object is busy; wait some seconds and repeat"),
            // locked by DPM or by a person on the support element (unverified)
            entry("409.3", Kind.TRANSIENT, "The object is locked; wait and repeat, or ask who works on the machine"),
            // time server data not readable for the moment: seen in field reports to pass by itself
            entry("409.272", Kind.TRANSIENT, "The machine is being worked on; wait and repeat"),
            // the session ended, and the one new logon did not help: the HMC may be restarting
            entry("403.5", Kind.TRANSIENT, "The session ended again right after a new logon; wait and repeat"),
            // internal error: one of many causes passes; attempts are limited by the caller
            entry("500", Kind.TRANSIENT, "Look whether the work was done, then repeat; if it stays, see the HMC's log"),
            // another operation has reserved the machine's node
            entry("500.263", Kind.TRANSIENT, "Another operation holds the machine; wait and repeat"),
            // support element not communicating (unverified reason number), or the web service restarting
            entry(
                    "503",
                    Kind.TRANSIENT,
                    "The HMC or the machine does not answer; wait and repeat, then look at the CPC"),
            // a console that restarts: what stands before its web service answers, with a page of HTML and no reason
            entry("502", Kind.TRANSIENT, "The HMC's web service is not up yet; wait and repeat"),
            entry("504", Kind.TRANSIENT, "The HMC's web service does not answer; wait and repeat"),
            // --- look again, then decide ---------------------------------------------------------------------------
            // name or device number not unique: often our own lost create
            entry("400.8", Kind.CONFLICT, "The name is taken; read the object and compare its description with ours"),
            // not there, or no permission for the object: the two cannot be told apart
            entry("404.1", Kind.CONFLICT, "The object is gone or the user may not see it; check its object permission"),
            entry(
                    "409.1",
                    Kind.CONFLICT,
                    "The object is in the wrong state; read it again before anything is repeated"),
            // zhmcclient, end-to-end test of the operation
            entry("409.332", Kind.CONFLICT, "The partition prints no messages; look whether it runs"),
            entry("409.6", Kind.CONFLICT, "The machine is in the wrong state; look at the CPC on the HMC"),
            entry("409", Kind.CONFLICT, "The object's state does not allow this; read it again, then decide"),
            // --- wait or ask ---------------------------------------------------------------------------------------
            // session limit of the user
            entry("400.13", Kind.CAPACITY, "The user has too many sessions; end old ones or raise the user's limit"),
            // --- their side has to change something ----------------------------------------------------------------
            // logon refused (unverified reason number); a repeat may lock the account
            entry("403.0", Kind.EXTERNAL, "Check user and password of the system; nothing is tried again by itself"),
            entry("403.1", Kind.EXTERNAL, "Give the HMC user the task permission for this operation"),
            entry("403", Kind.EXTERNAL, "The HMC refuses this user; check its rights and Web Services access"),
            entry("409.5", Kind.EXTERNAL, "The machine is not in DPM mode; choose another machine for this method"),
            entry("409.4", Kind.EXTERNAL, "The machine is in DPM mode, and this operation is for classic mode only"),
            entry("404.4", Kind.EXTERNAL, "This machine or HMC level does not support the operation"),
            entry("501", Kind.EXTERNAL, "This HMC level does not support the operation"),
            // --- our request ---------------------------------------------------------------------------------------
            entry("400", Kind.REQUEST, "The request does not fit the HMC's rules; correct the input named above"),
            entry("404", Kind.REQUEST, "An object named in the request does not exist; read it again"),
            // the one new logon did not help: we send the header, so it is lost on the way
            entry(
                    "403.4",
                    Kind.EXTERNAL,
                    "The HMC sees no session although one is sent; look whether a proxy removes the header X-API-Session"),
            // --- our mistake ---------------------------------------------------------------------------------------
            entry("405", Kind.BUG, "The operation does not exist; report this to the makers of Gulliver"),
            entry("406", Kind.BUG, "The answer's type was refused; report this to the makers of Gulliver"),
            entry("413", Kind.BUG, "The request is too large; report this to the makers of Gulliver"));

    private static final Meaning UNKNOWN =
            new Meaning(Kind.EXTERNAL, "This answer is not known; see the HMC's manual for the code");

    private HmcCodes() {}

    private static Map.Entry<String, Meaning> entry(String code, Kind kind, String advice) {
        return Map.entry(code, new Meaning(kind, advice));
    }

    /** The meaning of an answer; never null. */
    static Meaning meaning(int httpStatus, int reason) {
        Meaning exact = MEANINGS.get(httpStatus + "." + reason);
        if (exact != null) {
            return exact;
        }
        return MEANINGS.getOrDefault(Integer.toString(httpStatus), UNKNOWN);
    }

    /**
     * The meaning of an answer that is not the HMC's own error body: a page of HTML. Its words are known by zhmcclient
     * ({@code _session.py}): the web service runs and is not enabled for programs, which a person changes on the HMC.
     */
    static Meaning page(int httpStatus, String text) {
        Meaning meaning = meaning(httpStatus, HmcException.NO_REASON);
        return text.contains("Web Services are not enabled")
                ? new Meaning(
                        meaning.kind(),
                        "Have the Web Services API enabled on the HMC (task Customize API Settings), and for this user")
                : meaning;
    }

    /** Whether the work may have been done although the answer is an error: only a server error leaves that open. */
    static boolean mayHaveHappened(int httpStatus) {
        return httpStatus >= 500 && httpStatus != 501;
    }
}
