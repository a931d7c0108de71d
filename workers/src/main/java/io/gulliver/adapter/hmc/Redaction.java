package io.gulliver.adapter.hmc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Takes secrets out of any text that leaves the client: by value, for those that we know, and by property name.
 *
 * <p>By value matters because an HMC echoes the request body in its error bodies, also as one escaped string.
 */
final class Redaction {

    static final String BLANK = "***";

    private static final Pattern BY_NAME = Pattern.compile(
            "(\\\\?\"(?:[a-z-]*password|api-session|session-credential|[a-z-]*secret)\\\\?\"\\s*:\\s*\\\\?\")[^\"\\\\]*");

    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    /** Blanks this value from now on. */
    void learn(String secret) {
        if (!secret.isEmpty()) {
            secrets.add(secret);
        }
    }

    String blank(String text) {
        String result = BY_NAME.matcher(text).replaceAll("$1" + BLANK);
        for (String secret : secrets) {
            result = result.replace(secret, BLANK);
        }
        return result;
    }
}
