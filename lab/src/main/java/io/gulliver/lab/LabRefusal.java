package io.gulliver.lab;

/** A simulator says no, in the product's own words, and has changed nothing. */
public final class LabRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient LabResponse response;

    public LabRefusal(LabResponse response) {
        // Without a stack trace: a refusal is an ordinary answer.
        super("refused with status " + response.status(), null, false, false);
        this.response = response;
    }

    /** What the caller gets to see. */
    public LabResponse response() {
        return response;
    }
}
