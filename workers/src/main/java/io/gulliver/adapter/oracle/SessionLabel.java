package io.gulliver.adapter.oracle;

import java.nio.charset.StandardCharsets;

/**
 * How a session says in {@code V$SESSION} what it is for. Each part is cut to what the oldest release keeps of it.
 *
 * @param module {@code MODULE}, 48 bytes
 * @param action {@code ACTION}, 32 bytes
 * @param identifier {@code CLIENT_IDENTIFIER}, 64 bytes
 */
public record SessionLabel(String module, String action, String identifier) {
    private static final int MODULE = 48;
    private static final int ACTION = 32;
    private static final int IDENTIFIER = 64;

    public SessionLabel {
        module = cut(module, MODULE);
        action = cut(action, ACTION);
        if (identifier.getBytes(StandardCharsets.UTF_8).length > IDENTIFIER) {
            throw new IllegalArgumentException(
                    "Client identifier \"" + identifier + "\" has more than " + IDENTIFIER + " bytes.");
        }
    }

    private static String cut(String text, int bytes) {
        String cut = text;
        while (cut.getBytes(StandardCharsets.UTF_8).length > bytes) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut;
    }
}
