package io.gulliver.contract.notice;

import java.net.URI;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * By which ways people are told.
 *
 * @param address where the pages are reached
 * @param smtp the mail server, or null
 * @param webhook or null
 */
public record NoticeSettings(
        URI address, @Nullable Smtp smtp, @Nullable Webhook webhook) {
    /** How the way to the mail server is guarded. */
    public enum Security {
        /** TLS after a word in clear text, demanded. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS,
        /** None: on this machine alone. */
        NONE
    }

    /**
     * A mail server.
     *
     * @param password gives it at each log-on; null without a user
     * @param authorities PEM file of those that vouch for it, or null for those that Java trusts
     */
    public record Smtp(
            String host,
            int port,
            Security security,
            @Nullable String user,
            @Nullable Supplier<String> password,
            String from,
            @Nullable Path authorities) {}

    /**
     * A webhook.
     *
     * @param secret gives what its calls are signed with
     * @param authorities PEM file of those that vouch for it, or null for those that Java trusts
     */
    public record Webhook(
            URI url, Supplier<String> secret, @Nullable Path authorities) {}
}
