package io.gulliver.service.people;

/** Why somebody whom an identity provider knows is not let in here. */
public final class IssuerRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Why why;

    /** What the log-in page says by a sentence of its own. */
    public enum Why {
        /** The account is closed or over. */
        CLOSED,
        /** The name is somebody else's here, or none that can be had; or the e-mail is another account's. */
        NAME,
        /** The identity provider did not say what it must. */
        CLAIMS
    }

    IssuerRefusal(Why why, String message) {
        super(message);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
