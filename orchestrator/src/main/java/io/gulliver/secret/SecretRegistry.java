package io.gulliver.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Knows every live secret value of this process and blanks it in any text: plain, as base64 wherever it stands in the
 * encoded text (so in a Basic header too), and as URL, JSON and XML write it.
 */
public final class SecretRegistry {
    /** Shorter values cannot be told from ordinary words. */
    public static final int LEAST_LENGTH = 4;

    private static final String BLANK = "******";
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

    private static void addForms(String value, Set<String> into) {
        into.add(value);
        String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        into.add(url);
        into.add(url.replace("+", "%20"));
        into.add(value.replace("\\", "\\\\").replace("\"", "\\\""));
        into.add(value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
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
}
