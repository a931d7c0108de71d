package io.gulliver.activity.build;

import java.util.List;

/** What an installation says of itself on the console: each line names it by its token, so that those of an earlier one say nothing. */
record InstallMessages(String token) {
    /** Printed before anything is written. */
    String begins() {
        return "Gulliver: " + token + " begins";
    }

    /** Printed last, from the system that was installed. */
    String complete() {
        return "Gulliver: " + token + " is complete";
    }

    /** Printed by the installer when it gives up. */
    String failed() {
        return "Gulliver: " + token + " has failed";
    }

    /** A line for a shell of the installer. */
    static String printed(String line) {
        return "echo '" + line + "' >/dev/console";
    }

    boolean isComplete(List<String> messages) {
        return said(messages, complete());
    }

    boolean hasFailed(List<String> messages) {
        return said(messages, failed());
    }

    private static boolean said(List<String> messages, String line) {
        return messages.stream()
                .flatMap(String::lines)
                .anyMatch(one -> one.strip().endsWith(line));
    }
}
