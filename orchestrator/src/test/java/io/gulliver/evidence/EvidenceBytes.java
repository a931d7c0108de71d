package io.gulliver.evidence;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/** Short ways for tests of readers. */
public final class EvidenceBytes {
    public static final EvidenceOrigin ORIGIN =
            new EvidenceOrigin("test file", ZoneOffset.UTC, Instant.parse("2026-11-01T10:00:00Z"));

    private EvidenceBytes() {}

    public static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Values by name. */
    public static Map<String, Object> values(Reading reading) {
        Map<String, Object> values = new TreeMap<>();
        reading.facts().forEach(fact -> values.put(fact.name(), fact.value()));
        return values;
    }

    /** A stream of texts that are made while it is read, so that it can be longer than the memory. */
    public static InputStream endless(Iterator<String> texts) {
        return new InputStream() {
            private byte[] now = new byte[0];
            private int at;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                while (at == now.length) {
                    if (!texts.hasNext()) {
                        return -1;
                    }
                    now = texts.next().getBytes(StandardCharsets.UTF_8);
                    at = 0;
                }
                int some = Math.min(length, now.length - at);
                System.arraycopy(now, at, bytes, from, some);
                at += some;
                return some;
            }
        };
    }
}
