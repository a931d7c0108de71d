package io.gulliver.ctl;

/** What a script can tell from a call; {@code docs/api.md} has the same table. */
enum ExitCode {
    DONE(0, "done; of follow: the migration completed, or runs as far as its evaluation knows"),
    REFUSED(1, "refused for another reason than those below"),
    USAGE(2, "the command line is wrong, nothing was sent"),
    NOT_ALLOWED(3, "not logged in, or not allowed (401, 403)"),
    NOT_FOUND(4, "nothing of that name (404)"),
    CONFLICT(5, "not now, or changed meanwhile (409, 412, 428); of a command: it was refused or returned"),
    INVALID(6, "what was given is not acceptable (400, 413, 415, 422)"),
    LATER(7, "nobody answered, too busy, or out of time; try again (408, 429, 503)"),
    FAILED(8, "a mistake of the server (500)"),
    ENDED_OTHERWISE(10, "of follow: the migration was aborted, rolled back or superseded"),
    ATTENTION(11, "of follow --until-attention: it waits for a person");

    private final int code;
    private final String words;

    ExitCode(int code, String words) {
        this.code = code;
        this.words = words;
    }

    int code() {
        return code;
    }

    String words() {
        return words;
    }

    static ExitCode of(int status) {
        return switch (status) {
            case 401, 403 -> NOT_ALLOWED;
            case 404 -> NOT_FOUND;
            case 409, 412, 428 -> CONFLICT;
            case 400, 413, 415, 422 -> INVALID;
            case 408, 429, 503 -> LATER;
            default -> status < 400 ? DONE : status >= 500 ? FAILED : REFUSED;
        };
    }
}
