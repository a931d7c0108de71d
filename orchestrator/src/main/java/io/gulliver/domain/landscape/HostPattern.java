package io.gulliver.domain.landscape;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Host names with {@code *} for any characters; case does not count.
 *
 * @param text for example {@code *.bank.example}
 */
public record HostPattern(String text) {
    public boolean matches(String host) {
        StringBuilder regex = new StringBuilder();
        String[] parts = text.toLowerCase(Locale.ROOT).split("\\*", -1);
        for (int i = 0; i < parts.length; i++) {
            regex.append(i == 0 ? "" : ".*").append(Pattern.quote(parts[i]));
        }
        return host.toLowerCase(Locale.ROOT).matches(regex.toString());
    }
}
