package io.gulliver.persistence.log;

import java.util.List;
import java.util.Locale;

/**
 * Says of a text that it cannot hold a word, without reading it: a Bloom filter with one bit for each three letters that
 * stand together in a line, whatever their case. It never denies a word that is there.
 */
final class WordFilter {
    private static final int LEAST = 64;
    private static final int GRAM = 3;

    private WordFilter() {}

    /** @param bytes of the text: the filter has about a sixteenth of it, a power of two */
    static byte[] of(List<String> lines, int bytes) {
        byte[] filter = new byte[Integer.highestOneBit(Math.max(LEAST, bytes / 16))];
        for (String line : lines) {
            String small = line.toLowerCase(Locale.ROOT);
            for (int i = 0; i + GRAM <= small.length(); i++) {
                int bit = bit(small, i, filter.length);
                filter[bit >>> 3] |= (byte) (1 << (bit & 7));
            }
        }
        return filter;
    }

    /** Whether a text may be there; one of less than three letters always may. */
    static boolean mayHold(byte[] filter, String text) {
        String small = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i + GRAM <= small.length(); i++) {
            int bit = bit(small, i, filter.length);
            if ((filter[bit >>> 3] & 1 << (bit & 7)) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int bit(String text, int at, int bytes) {
        int hash = (text.charAt(at) * 31 + text.charAt(at + 1)) * 31 + text.charAt(at + 2);
        hash *= 0x9E3779B1;
        return (hash ^ hash >>> 15) & bytes * 8 - 1;
    }
}
