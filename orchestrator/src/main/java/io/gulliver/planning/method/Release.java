package io.gulliver.planning.method;

import java.util.Arrays;

/** Compares Oracle releases: {@code 19.22} lies above {@code 19.9}, {@code 19c} is {@code 19}. */
final class Release {
    private Release() {}

    static int compare(String left, String right) {
        int[] a = parts(left);
        int[] b = parts(right);
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            int order = Integer.compare(i < a.length ? a[i] : 0, i < b.length ? b[i] : 0);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int[] parts(String release) {
        String numbers = release.strip().replaceAll("(?i)gR", ".").replaceAll("(?i)[^0-9.]", "");
        return Arrays.stream(numbers.split("\\."))
                .filter(part -> !part.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
