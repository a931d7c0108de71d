package io.gulliver.service.backup;

/** A backup cannot be made or restored; the message says what, why, and what to do. Nothing was changed. */
public class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BackupException(String message) {
        super(message);
    }

    public BackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
