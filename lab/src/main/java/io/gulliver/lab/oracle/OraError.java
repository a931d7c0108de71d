package io.gulliver.lab.oracle;

/** A lab database says no, with the vendor's code and words. */
final class OraError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int code;

    /** @param code without ORA- and zeros; the message gets them in front */
    OraError(int code, String words) {
        super(String.format("ORA-%05d: %s", code, words), null, false, false);
        this.code = code;
    }

    /** The same with a line below it, as errors from behind a link come. */
    OraError(OraError cause, String below) {
        super(cause.getMessage() + "\n" + below, null, false, false);
        this.code = cause.code;
    }

    int code() {
        return code;
    }
}
