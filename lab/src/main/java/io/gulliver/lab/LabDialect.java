package io.gulliver.lab;

/** How one simulated product words its errors and knows its callers. */
public interface LabDialect {

    /** Who makes this call, for the ledger: the user of the session, or {@code anonymous}. */
    String caller(LabRequest request);

    /** The product's own answer for a fault of scope {@link FaultKind.Scope#ANSWER}; may also end the session. */
    LabResponse fault(LabRequest request, FaultKind kind);

    /**
     * The product's own answer for something that is wrong before any handler sees it.
     *
     * @param status 404 no such path, 405 wrong method, 413 body too large, 400 body is not JSON, 500 a bug in the lab
     * @param message in English, one sentence
     */
    LabResponse problem(LabRequest request, int status, String message);
}
