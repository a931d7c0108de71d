package io.gulliver.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Knows every live secret value of this process and blanks it in any text: plain, as base64 wherever it stands in the
 * encoded text (so in a Basic header too), in hexadecimal, and as URLs, JSON, XML, shells and SQL write it. Of a key of
 * several lines each line is blanked, too.
 */
public final class SecretRegistry {
    /** Shorter values cannot be told from ordinary words. */
    public static final int LEAST_LENGTH = 4;

    private static final int KEY_LINE = 16;
    /** What RFC 3986 leaves plain everywhere, and what it leaves plain in a path or query. */
    private static final String UNRESERVED = "-._~";

    private static final String PATH = "-._~!$&'()*+,;=:@/?";
    private static final Pattern PERCENT = Pattern.compile("%[0-9A-F]{2}");
    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9a-f]{4})");
    /** What stands in place of a secret. */
    public static final String BLANK = "******";

    private static final SecretRegistry PROCESS = new SecretRegistry();

    private final Set<String> values = new TreeSet<>();
    private volatile List<String> forms = List.of();

    /** The registry of this process: the log filter, which nobody constructs by hand, reads the same one. */
    public static SecretRegistry process() {
        return PROCESS;
    }

    /** Blanks this value from now on. */
    public void add(String value) {
        if (value.length() < LEAST_LENGTH) {
            return;
        }
        synchronized (values) {
            if (!values.add(value)) {
                return;
            }
            Set<String> all = new LinkedHashSet<>(forms);
            addForms(value, all);
            // Longest first, so that no part of a long form is left after a short one was blanked inside it.
            forms = all.stream()
                    .sorted(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    /** The text without any live secret. */
    public String mask(String text) {
        String masked = text;
        for (String form : forms) {
            if (masked.contains(form)) {
                masked = masked.replace(form, BLANK);
            }
        }
        return masked;
    }

    /**
     * Where a text that goes on may be cut so that no part of a secret stands at either side of the cut: at the wanted place
     * or before it.
     *
     * @param text UTF-8, as far as it is known
     * @param length so much of it
     * @param wanted at most length
     * @param whole whether nothing follows: else what may be the beginning of a secret is not cut either
     * @return 0 when more of it must be known
     */
    public int cut(byte[] text, int length, int wanted, boolean whole) {
        // One sign a byte: places are bytes, and a form is found where its bytes are.
        String signs = new String(text, 0, length, StandardCharsets.ISO_8859_1);
        List<String> looked = forms.stream()
                .map(form -> new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList();
        int longest = looked.stream().mapToInt(String::length).max().orElse(0);
        int cut = wanted;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int start = Math.max(0, cut - longest + 1); start < cut && !moved; start++) {
                int known = length - start;
                for (String form : looked) {
                    int compared = Math.min(form.length(), known);
                    if (start + form.length() > cut
                            && (compared == form.length() || !whole)
                            && signs.startsWith(form.substring(0, compared), start)) {
                        cut = start;
                        moved = true;
                        break;
                    }
                }
            }
        }
        return cut;
    }

    private static void addForms(String value, Set<String> into) {
        into.add(value);
        String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        for (String form :
                List.of(url, url.replace("+", "%20"), component(value, UNRESERVED), component(value, PATH))) {
            into.add(form);
            into.add(lowerHex(form));
        }
        for (boolean ascii : new boolean[] {false, true}) {
            String json = json(value, ascii);
            for (String form : List.of(json, json(json, ascii))) {
                into.add(form);
                into.add(form.replace("/", "\\/"));
                into.add(form.replace("'", "\\'"));
                into.add(upperEscapes(form));
                into.add(upperEscapes(form.replace("<", "\\u003c")
                        .replace(">", "\\u003e")
                        .replace("&", "\\u0026")
                        .replace("'", "\\u0027")));
            }
        }
        String markup = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        for (String quote : List.of("\"", "&quot;", "&#34;")) {
            for (String apostrophe : List.of("'", "&apos;", "&#39;")) {
                String form = markup.replace("\"", quote).replace("'", apostrophe);
                into.add(form);
                into.add(references(form, false));
                into.add(references(form, true));
            }
        }
        // As shells and SQL write it inside quotes.
        into.add(value.replace("'", "'\\''"));
        into.add(value.replace("'", "'\"'\"'"));
        into.add(value.replace("'", "''"));
        into.add(value.replace("\"", "\"\""));
        encoded(value.getBytes(StandardCharsets.UTF_8), into);
        if (StandardCharsets.ISO_8859_1.newEncoder().canEncode(value)) {
            encoded(value.getBytes(StandardCharsets.ISO_8859_1), into);
        }
        // Of a key each line is a secret; its frame is none.
        if (value.indexOf('\n') >= 0) {
            value.lines()
                    .map(String::strip)
                    .filter(line -> line.length() >= KEY_LINE && !line.startsWith("-----"))
                    .forEach(into::add);
        }
        into.removeIf(form -> form.length() < LEAST_LENGTH);
    }

    private static void encoded(byte[] bytes, Set<String> into) {
        String hex = HexFormat.of().formatHex(bytes);
        into.add(hex);
        into.add(hex.toUpperCase(Locale.ROOT));
        // In base64 a value looks different at each offset modulo three; the characters that its neighbours touch are
        // left off, what remains stands wherever the value was encoded.
        for (int offset = 0; offset < 3; offset++) {
            byte[] shifted = new byte[bytes.length + offset];
            Arrays.fill(shifted, (byte) 'x');
            System.arraycopy(bytes, 0, shifted, offset, bytes.length);
            int first = offset == 0 ? 0 : offset + 1;
            int whole = shifted.length / 3 * 4;
            for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                String encoded = encoder.withoutPadding().encodeToString(shifted);
                if (offset == 0) {
                    into.add(encoded);
                }
                if (whole - first >= LEAST_LENGTH) {
                    into.add(encoded.substring(first, whole));
                }
            }
        }
    }

    /** Percent-encoding that leaves these characters as they are. */
    private static String component(String value, String plain) {
        StringBuilder form = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || plain.indexOf(c) >= 0)) {
                form.append(c);
            } else {
                form.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return form.toString();
    }

    private static String lowerHex(String percentEncoded) {
        return PERCENT.matcher(percentEncoded).replaceAll(found -> found.group().toLowerCase(Locale.ROOT));
    }

    private static String json(String value, boolean ascii) {
        StringBuilder form = new StringBuilder();
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"' -> form.append("\\\"");
                case '\\' -> form.append("\\\\");
                case '\n' -> form.append("\\n");
                case '\r' -> form.append("\\r");
                case '\t' -> form.append("\\t");
                default -> {
                    if (c < 0x20 || ascii && c > 0x7e) {
                        form.append(String.format("\\u%04x", (int) c));
                    } else {
                        form.append(c);
                    }
                }
            }
        }
        return form.toString();
    }

    private static String upperEscapes(String json) {
        return UNICODE.matcher(json)
                .replaceAll(found -> "\\\\u" + found.group(1).toUpperCase(Locale.ROOT));
    }

    /** Numeric references in place of what is not ASCII. */
    private static String references(String markup, boolean hex) {
        StringBuilder form = new StringBuilder();
        markup.codePoints().forEach(c -> {
            if (c < 0x7f) {
                form.appendCodePoint(c);
            } else {
                form.append(hex ? "&#x" + Integer.toHexString(c) : "&#" + c).append(';');
            }
        });
        return form.toString();
    }
}
