package io.gulliver.adapter.ssh;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * A job's files as one tar stream for the wrapper's standard input.
 *
 * <p>Only the plain ustar header is written (short names, regular files, mode 0600), so that any tar since 1988 reads
 * it; a library for archives would bring far more than these lines. The file {@code hash} comes last: a stream cut
 * short never holds it.
 */
final class JobArchive {
    private static final int BLOCK = 512;

    private JobArchive() {}

    static byte[] of(JobSpec spec) {
        byte[] script = utf8(spec.script().endsWith("\n") ? spec.script() : spec.script() + "\n");
        byte[] environment = utf8(spec.environment().entrySet().stream()
                .map(e -> e.getKey() + "='" + e.getValue().replace("'", "'\\''") + "'\nexport " + e.getKey() + "\n")
                .collect(Collectors.joining()));
        byte[] grace = utf8(spec.stopGrace().toSeconds() + "\n");
        byte[] secrets = utf8(spec.files().stream()
                .filter(JobFile::secret)
                .map(f -> f.name() + "\n")
                .collect(Collectors.joining()));

        MessageDigest digest = sha256();
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        add(tar, digest, "script", script);
        add(tar, digest, "env", environment);
        add(tar, digest, "grace", grace);
        add(tar, digest, "secrets", secrets);
        for (JobFile file : spec.files()) {
            add(tar, digest, "work/" + file.name(), file.content());
        }
        // The generation is not part of the content: a resumed migration meets its own job again.
        entry(tar, "generation", utf8(spec.generation() + "\n"));
        entry(tar, "hash", utf8(HexFormat.of().formatHex(digest.digest()) + "\n"));
        tar.writeBytes(new byte[2 * BLOCK]);
        return tar.toByteArray();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static void add(ByteArrayOutputStream tar, MessageDigest digest, String name, byte[] content) {
        digest.update(utf8(name));
        digest.update(ByteBuffer.allocate(8).putLong(content.length).array());
        digest.update(content);
        entry(tar, name, content);
    }

    private static void entry(ByteArrayOutputStream tar, String name, byte[] content) {
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, "0000600");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format("%011o", content.length));
        put(header, 136, "00000000000");
        Arrays.fill(header, 148, 156, (byte) ' ');
        header[156] = '0';
        put(header, 257, "ustar");
        put(header, 263, "00");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, String.format("%06o", sum));
        header[154] = 0;
        tar.writeBytes(header);
        tar.writeBytes(content);
        tar.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
