package io.gulliver.assessment.comparison;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the keys of a table whose key is a text are cut into ranges: beginnings of keys, as the bytes that the database holds,
 * in the order of those bytes. Any cuts that rise give half-open ranges of which exactly one holds a row, be the cuts keys of
 * the table or not; so a cut may be shorter than the key that it comes from, and equal keys stay together.
 *
 * <p>Two character sets order their bytes differently, but not where a cut is of ASCII alone: whatever follows is compared
 * with an ASCII character, and every other character begins with a byte above all of those. Between two sets a cut therefore
 * ends before its first other character.
 *
 * @param digits the cuts in hexadecimal digits, each greater than the one before and none empty
 */
public record TextCuts(List<String> digits) {
    /** All keys are one range. */
    public static final TextCuts NONE = new TextCuts(List.of());

    public TextCuts {
        digits = List.copyOf(digits);
        for (int i = 0; i < digits.size(); i++) {
            String before = i == 0 ? "" : digits.get(i - 1);
            if (compare(before, digits.get(i)) >= 0) {
                throw new IllegalArgumentException(
                        "Key cuts do not rise: \"" + before + "\", \"" + digits.get(i) + "\".");
            }
        }
    }

    /**
     * Of what a database told, in any order.
     *
     * @param told hexadecimal digits of the beginnings of keys
     * @param oneCharacterSet whether both sides hold text in the same bytes
     */
    public static TextCuts of(List<String> told, boolean oneCharacterSet) {
        return new TextCuts(told.stream()
                .map(each -> oneCharacterSet ? each : ascii(each))
                .filter(each -> !each.isEmpty())
                .sorted(TextCuts::compare)
                .distinct()
                .toList());
    }

    /** Those that lie inside of a range, so that neither part of it is the whole of it. */
    TextCuts within(@Nullable String from, @Nullable String below) {
        return new TextCuts(digits.stream()
                .filter(each -> from == null || compare(each, from) > 0)
                .filter(each -> below == null || compare(each, below) < 0)
                .toList());
    }

    /** As people read it; in hexadecimal digits where it is no UTF-8. */
    static String shown(String cut) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(HexFormat.of().parseHex(cut)))
                    .toString();
        } catch (CharacterCodingException e) {
            return "0x" + cut;
        }
    }

    private static String ascii(String cut) {
        byte[] bytes = HexFormat.of().parseHex(cut);
        int length = 0;
        while (length < bytes.length && bytes[length] >= 0) {
            length++;
        }
        return HexFormat.of().withUpperCase().formatHex(bytes, 0, length);
    }

    private static int compare(String a, String b) {
        return Arrays.compareUnsigned(HexFormat.of().parseHex(a), HexFormat.of().parseHex(b));
    }
}
