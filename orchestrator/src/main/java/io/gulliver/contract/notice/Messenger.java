package io.gulliver.contract.notice;

import java.time.Instant;

/** Carries words to people outside of the pages. A call has a limit of its own, and ends with an answer or a failure. */
public interface Messenger {
    /** Whether there is a mail server. */
    boolean mails();

    /** Whether there is a webhook. */
    boolean hooks();

    /** Where the pages are reached, as {@code https://gulliver.example}, without a slash at its end. */
    String address();

    /**
     * Sends one mail, plain text.
     *
     * @param id the same when the same is sent again
     */
    void mail(String id, String to, String subject, String text);

    /**
     * Calls the webhook, signed.
     *
     * @param id the same when the same is sent again
     * @param json the content
     */
    void hook(String id, Instant at, String json);
}
