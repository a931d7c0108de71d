package io.gulliver.adapter.ssh;

import java.nio.charset.StandardCharsets;

/**
 * A piece of a job's output: exactly the bytes it wrote, standard output and error in the order they came.
 *
 * @param offset where the piece begins, in bytes from the start of the output
 * @param bytes the bytes; empty when there is nothing new
 * @param size length of the whole output at the moment of reading
 */
public record LogChunk(long offset, byte[] bytes, long size) {

    /** Where the next piece begins. */
    public long nextOffset() {
        return offset + bytes.length;
    }

    /** The bytes as UTF-8; a character cut at an edge becomes a replacement sign. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
