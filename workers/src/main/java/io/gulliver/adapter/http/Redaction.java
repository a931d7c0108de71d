package io.gulliver.adapter.http;

import com.google.re2j.Pattern;
import io.gulliver.secret.SecretRegistry;
import java.util.List;
import java.util.Locale;

/**
 * Takes secrets out of any text that leaves an adapter: by value, for those that we know, because products echo requests in
 * their errors; and by name, for those that we do not, in JSON, in JSON inside a JSON string, in headers and in forms.
 */
final class Redaction {

    /** How names of secrets end. */
    private static final List<String> ENDS = List.of(
            "password",
            "passwd",
            "-pw",
            "secret",
            "token",
            "api-session",
            "session-credential",
            "authorization",
            "cookie");

    /** How headers of the kind X-Auth-Key begin; the others end as above. */
    private static final String AUTH = "x-auth-";

    private static final String NAMES = "[a-z_-]*(?:" + String.join("|", ENDS) + ")";

    /** A member of an object; its value ends at the first quote that is not escaped. */
    private static final Pattern MEMBER = Pattern.compile("(?i)(\"" + NAMES + "\"\\s*:\\s*\")(?:\\\\.|[^\"\\\\])*");

    /** The same inside a string, where each quote and backslash is escaped once more. */
    private static final Pattern MEMBER_INSIDE = Pattern.compile(
            "(?i)(\\\\\"" + NAMES + "\\\\\"\\s*:\\s*\\\\\")(?:\\\\\\\\(?:\\\\\\\\|\\\\\"|[^\"\\\\])|[^\"\\\\])*");

    /** A header's value may hold blanks and a prose sentence has colons too, so only names that no sentence uses. */
    private static final Pattern HEADER = Pattern.compile("(?i)((?:x-api-session|" + AUTH
            + "[a-z]+|(?:proxy-)?authorization|(?:set-)?cookie):\\s*)[^\\r\\n<\"\\\\]+");

    private static final Pattern FIELD = Pattern.compile("(?i)(" + NAMES + "=)[^&\\s<\"\\\\]+");

    private final SecretRegistry values = new SecretRegistry();

    /** Blanks this value from now on, in every form that {@link SecretRegistry} knows. */
    void learn(String secret) {
        values.add(secret);
    }

    /** By value first: a name's rule that stops too early would leave half a value that nobody knows any more. */
    String blank(String text) {
        String result = values.mask(text);
        if (!mayName(result)) {
            return result;
        }
        for (Pattern named : new Pattern[] {MEMBER, MEMBER_INSIDE, HEADER, FIELD}) {
            result = named.matcher(result).replaceAll("$1" + SecretRegistry.BLANK);
        }
        return result;
    }

    /**
     * Whether a name that an expression above wants stands in the text. Most answers have none, and looking for words costs a
     * tenth of four expressions. Up and down again: so letters that fold to others (the long s) become those, as (?i) has it.
     */
    private static boolean mayName(String text) {
        String folded = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return folded.contains(AUTH) || ENDS.stream().anyMatch(folded::contains);
    }
}
