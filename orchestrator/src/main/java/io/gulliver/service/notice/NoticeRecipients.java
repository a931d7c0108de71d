package io.gulliver.service.notice;

import java.util.List;

/** Who is told what a function must act on. */
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

    /** Everybody whose address it is, whatever they may do; none for an address of nobody here. */
    List<String> whose(String email);

    /** Whether the program is there for a person now; never for one whose account is closed or over. */
    boolean sees(String person, String program);
}
