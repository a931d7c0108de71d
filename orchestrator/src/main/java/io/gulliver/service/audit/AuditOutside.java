package io.gulliver.service.audit;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.trust.Authorities;
import io.gulliver.trust.UnusableAuthoritiesException;
import java.net.URI;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where checkpoints of the audit record go beside the file in the data directory.
 *
 * @param copy a second file, better on another machine's disk, or null
 * @param syslog {@code tls:}, {@code tcp:} or {@code udp://host:port}, or null
 * @param syslogAuthorities PEM file of whom to trust over TLS, or null for the authorities of this Java
 * @param webhook address that takes them by POST, or null
 * @param webhookSecret reference to what these are signed with, or null without a webhook
 */
public record AuditOutside(
        @Nullable Path copy,
        @Nullable URI syslog,
        @Nullable Path syslogAuthorities,
        @Nullable URI webhook,
        @Nullable String webhookSecret) {
    /** Nowhere else. */
    public static final AuditOutside NONE = new AuditOutside(null, null, null, null, null);

    /**
     * What gives checkpoints to the file and to these places.
     *
     * @param own file of the data directory
     */
    public CheckpointDelivery delivery(StoreDatabase db, Path own, SecretSource secrets) {
        List<CheckpointSink> sinks = new ArrayList<>();
        if (copy != null) {
            sinks.add(new FileSink(copy));
        }
        if (syslog != null) {
            sinks.add(new SyslogSink(syslog, trusting(syslogAuthorities), db.clock()));
        }
        if (webhook != null && webhookSecret != null) {
            SecretRef secret = SecretRef.parse(webhookSecret);
            sinks.add(new WebhookSink(webhook, () -> secrets.own(secret), db.clock()));
        }
        return new CheckpointDelivery(db, new FileSink(own), sinks);
    }

    /** Whom TLS trusts: the authorities of a file, or those of this Java. */
    static SSLContext trusting(@Nullable Path authorities) {
        try {
            return authorities == null ? SSLContext.getDefault() : Authorities.trusting(authorities);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no TLS", e);
        } catch (UnusableAuthoritiesException e) {
            throw new IllegalArgumentException("gulliver.audit.syslog-authorities: " + e.getMessage(), e);
        }
    }
}
