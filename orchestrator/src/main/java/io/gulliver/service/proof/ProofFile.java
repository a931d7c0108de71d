package io.gulliver.service.proof;

import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.PartKind;
import io.gulliver.domain.proof.Proof;
import io.gulliver.domain.proof.ProofReport;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.audit.AuditHash;
import io.gulliver.trust.SigningKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Results of a suite in a signed file of JSON: {@code {"key": …, "signed": …, "signature": …}}. {@code signed} is canonical JSON
 * (RFC 8785) of the results in a string, {@code signature} is Ed25519 over its bytes in UTF-8, {@code key} the public half
 * (X.509); both in base64. A file holds no secret.
 */
public final class ProofFile {
    /** What this release writes, and the newest that it reads. */
    static final int FORMAT = 1;
    /** Largest file. */
    public static final int MAX_BYTES = 8 * 1024 * 1024;

    private static final int MOST_RESULTS = 20_000;
    /** How far the clock of the machine that ran the suite may be ahead of ours. */
    private static final Duration AHEAD = Duration.ofMinutes(10);

    private ProofFile() {}

    private record Envelope(
            @Nullable String key,
            @Nullable String signed,
            @Nullable String signature) {}

    private record Signed(
            int format,
            @Nullable String commit,
            @Nullable String madeAt,
            @Nullable String platform,
            @Nullable List<@Nullable Row> results) {}

    private record Row(
            @Nullable String kind,
            @Nullable String part,
            @Nullable String hash,
            @Nullable String release,
            @Nullable String banner,
            @Nullable String at,
            @Nullable String suite,
            @Nullable String how,
            boolean passed) {
        static Row of(Proof proof) {
            return new Row(
                    proof.part().kind().word(),
                    proof.part().id(),
                    proof.part().hash(),
                    proof.release(),
                    proof.banner(),
                    proof.at().toString(),
                    proof.suite(),
                    proof.how(),
                    proof.passed());
        }

        Proof proof() {
            PartKind known = PartKind.of(said(kind, "kind"))
                    .orElseThrow(
                            () -> new IllegalArgumentException("a result of the kind \"" + kind + "\" is unknown"));
            return new Proof(
                    new Part(known, said(part, "part"), said(hash, "hash")),
                    said(release, "release"),
                    said(banner, "banner"),
                    moment(said(at, "at")),
                    said(suite, "suite"),
                    said(how, "how"),
                    passed);
        }
    }

    /**
     * A file that was read.
     *
     * @param hash SHA-256 of what is signed
     * @param key public half of its key
     * @param signedBy name of that key
     */
    record Verified(String hash, String key, String signedBy, ProofReport report, String content) {}

    /** The text of a file. */
    public static String write(ProofReport report, SigningKey key) {
        String signed = AuditHash.canonical(Json.write(new Signed(
                FORMAT,
                report.commit(),
                report.madeAt().toString(),
                report.platform(),
                report.results().stream().<@Nullable Row>map(Row::of).toList())));
        return Json.write(new Envelope(key.publicKey(), signed, key.sign(signed))) + "\n";
    }

    /**
     * Reads a file that somebody brings.
     *
     * @param keys trusted keys: name by public half
     * @param now time of this installation
     * @throws RefusedException it is none, too large, of a newer release, signed by nobody who is trusted, was changed, or says
     *     what cannot be
     */
    static Verified read(byte[] bytes, Map<String, String> keys, Instant now) {
        if (bytes.length > MAX_BYTES) {
            throw refused("The file has more than " + MAX_BYTES / 1024 / 1024 + " MB, so it is no file of results.");
        }
        String content = new String(bytes, StandardCharsets.UTF_8);
        Envelope envelope = envelope(content);
        String key = Objects.requireNonNull(envelope.key());
        String signed = Objects.requireNonNull(envelope.signed());
        String signedBy = keys.get(key);
        if (signedBy == null) {
            throw refused("The file is signed by the key " + key + ", which nobody here trusts. "
                    + (keys.isEmpty()
                            ? "No key is trusted yet"
                            : "Trusted are "
                                    + String.join(
                                            ", ",
                                            keys.values().stream().sorted().toList()))
                    + ". If you know whose key it is, name it below gulliver.proofs.keys in the settings, then import the file"
                    + " again.");
        }
        if (!SigningKey.verifies(key, signed, Objects.requireNonNull(envelope.signature()))) {
            throw refused("The signature does not fit: the results were changed after " + signedBy
                    + " signed them, or the file was cut. Fetch it again from the machine that ran the suite.");
        }
        return new Verified(Json.sha256(signed), key, signedBy, report(signed, now), content);
    }

    private static Envelope envelope(String content) {
        try {
            Envelope envelope = Json.read(content, Envelope.class);
            if (envelope != null
                    && envelope.key() != null
                    && envelope.signed() != null
                    && envelope.signature() != null) {
                return envelope;
            }
        } catch (JacksonException e) {
            // told below: it is no such file
        }
        throw refused("This is no file of results: wanted JSON with key, signed and signature, as"
                + " './gulliver test --real-oracle' writes it into workers/target/real-oracle/results.");
    }

    private static ProofReport report(String signed, Instant now) {
        try {
            Object format = Json.readMap(signed).get("format");
            if (!(format instanceof Integer number) || number < 1) {
                throw new IllegalArgumentException("it names no format");
            }
            if (number > FORMAT) {
                throw refused("The file has format " + number + ", and this release reads up to " + FORMAT
                        + ". Import it into a newer release.");
            }
            Signed read = Json.read(signed, Signed.class);
            List<@Nullable Row> rows = read.results() == null ? List.of() : read.results();
            if (rows.size() > MOST_RESULTS) {
                throw new IllegalArgumentException("it has more than " + MOST_RESULTS + " results");
            }
            ProofReport report = new ProofReport(
                    said(read.commit(), "commit"),
                    moment(said(read.madeAt(), "madeAt")),
                    said(read.platform(), "platform"),
                    rows.stream().map(ProofFile::proof).toList());
            Instant last =
                    report.results().stream().map(Proof::at).reduce(report.madeAt(), (a, b) -> a.isAfter(b) ? a : b);
            if (last.isAfter(now.plus(AHEAD))) {
                throw new IllegalArgumentException("it tells of " + last
                        + ", which is to come: the clock of that machine or of this one is wrong");
            }
            return report;
        } catch (JacksonException e) {
            throw unreadable("what is signed is no JSON of results");
        } catch (IllegalArgumentException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
    }

    private static Proof proof(@Nullable Row row) {
        if (row == null) {
            throw new IllegalArgumentException("a result is empty");
        }
        return row.proof();
    }

    private static RefusedException unreadable(String why) {
        return refused("The signature is good, but the results cannot be read: " + why
                + ". Nothing of the file was kept; run the suite again with the release that it was built from.");
    }

    private static String said(@Nullable String value, String name) {
        if (value == null) {
            throw new IllegalArgumentException("it says no " + name);
        }
        return value;
    }

    private static Instant moment(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no moment such as 2026-11-26T01:00:00Z", e);
        }
    }

    private static RefusedException refused(String words) {
        return new RefusedException(RuleViolation.notSo(words));
    }
}
