package io.gulliver.adapter.ssh;

import java.nio.charset.StandardCharsets;

/**
 * A file that lies beside a job's script when it starts, mode 0600.
 *
 * @param name letters, digits, dot, dash and underscore; the script finds it in its working directory
 * @param content its bytes
 * @param secret true when the host shall delete it as soon as the script has ended
 */
public record JobFile(String name, byte[] content, boolean secret) {

    public JobFile {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,94}")) {
            throw new IllegalArgumentException(
                    "Job file name \"" + name
                            + "\" is refused. Wanted: up to 95 of letters, digits, dot, dash, underscore, no leading dot or dash.");
        }
        content = content.clone();
    }

    /** A readable file that stays with the job. */
    public static JobFile text(String name, String content) {
        return new JobFile(name, content.getBytes(StandardCharsets.UTF_8), false);
    }

    /** A file with a secret in it; the host deletes it when the script has ended. */
    public static JobFile secret(String name, String content) {
        return new JobFile(name, content.getBytes(StandardCharsets.UTF_8), true);
    }

    @Override
    public byte[] content() {
        return content.clone();
    }

    @Override
    public String toString() {
        return name + " (" + content.length + " bytes)";
    }
}
