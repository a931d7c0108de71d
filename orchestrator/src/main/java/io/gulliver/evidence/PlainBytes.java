package io.gulliver.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/** Unpacks a stream that may be gzipped, for formats that are not read line by line. */
public final class PlainBytes {
    private PlainBytes() {}

    /**
     * The content, unpacked when it begins as gzip does.
     *
     * @param in is not closed
     */
    public static InputStream of(InputStream in) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, 2);
        byte[] magic = start.readNBytes(2);
        start.unread(magic);
        return magic.length == 2 && magic[0] == (byte) 0x1f && magic[1] == (byte) 0x8b
                ? new GZIPInputStream(start, 16 * 1024)
                : start;
    }
}
