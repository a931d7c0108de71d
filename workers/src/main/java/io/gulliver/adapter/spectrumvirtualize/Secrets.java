package io.gulliver.adapter.spectrumvirtualize;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Blanks live secrets in anything that leaves this adapter: by their value, because a product repeats a secret where no field name
 * gives it away.
 */
final class Secrets {

    private static final String BLANK = "***";

    private final Set<String> values = ConcurrentHashMap.newKeySet();

    /** From now on this value, its base64 and its URL form are blanked. */
    void learn(String secret) {
        if (secret.isEmpty()) {
            return;
        }
        values.add(secret);
        values.add(Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
        values.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
        // A secret inside a JSON string stands there escaped.
        values.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    String blank(String text) {
        String blanked = text;
        // Longest first: a form that contains another one must not be torn apart.
        for (String value : values.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList()) {
            blanked = blanked.replace(value, BLANK);
        }
        return blanked;
    }
}
