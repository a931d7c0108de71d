package io.gulliver.evidence.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values of a text in Oracle Net's form, {@code (CONNECT_DATA=(SERVICE_NAME=x)(CID=(PROGRAM=y)(HOST=z)))}, by the names
 * that lead to them, parted by dots and in upper case.
 */
final class NetPairs {
    private static final int DEEPEST = 20;

    private NetPairs() {}

    /** All values; what is not well formed is left out. A value can hold parentheses that close again. */
    static Map<String, String> of(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        Deque<String> names = new ArrayDeque<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '(') {
                int equals = text.indexOf('=', at);
                if (equals < 0 || names.size() >= DEEPEST) {
                    break;
                }
                String name = text.substring(at + 1, equals).strip().toUpperCase(java.util.Locale.ROOT);
                names.addLast(name);
                at = equals + 1;
                while (at < text.length() && text.charAt(at) == ' ') {
                    at++;
                }
                if (at < text.length() && text.charAt(at) == '(') {
                    continue;
                }
                int end = close(text, at);
                values.putIfAbsent(
                        String.join(".", names), text.substring(at, end).strip());
                at = end;
            } else {
                if (c == ')' && !names.isEmpty()) {
                    names.removeLast();
                }
                at++;
            }
        }
        return values;
    }

    /** Where a value ends: at the parenthesis that closes more than the value opened, as in {@code x (TNS V1-V3)}. */
    private static int close(String text, int from) {
        int open = 0;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '(') {
                open++;
            } else if (c == ')' && open-- == 0) {
                return at;
            }
        }
        return text.length();
    }
}
