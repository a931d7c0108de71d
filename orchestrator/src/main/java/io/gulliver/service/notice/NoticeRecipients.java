package io.gulliver.service.notice;

import java.util.List;

/** Who is told what a function must act on. */
@FunctionalInterface
public interface NoticeRecipients {
    /**
     * One person.
     *
     * @param name by which preferences are kept
     * @param email where mail goes
     */
    record Recipient(String name, String email) {}

    /** Those who have the function in the program now, whose account is open and who have an address. */
    List<Recipient> of(String program, String function);
}
