package io.gulliver.evidence.inventory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A column of which nobody said that it is a tag: it may be one, or a known one that is misspelt.
 *
 * @param column as the file names it
 * @param nearest the known column that is spelt most like it, or null when none is
 */
public record UnknownColumn(String column, @Nullable String nearest) {
    /** Shorter names lie in too many others to tell anything. */
    private static final int TELLING = 4;

    /**
     * Those that nobody knows.
     *
     * @param columns what a file has beside the columns of an inventory
     * @param tags those that Gulliver reads, or that were said to be tags
     */
    public static List<UnknownColumn> of(Collection<String> columns, Collection<String> tags) {
        TreeSet<String> known = new TreeSet<>(tags);
        Arrays.stream(InventoryColumn.values()).map(InventoryColumn::key).forEach(known::add);
        List<UnknownColumn> unknown = new ArrayList<>();
        for (String column : columns) {
            if (!known.contains(column)) {
                unknown.add(new UnknownColumn(column, nearest(column, known)));
            }
        }
        return List.copyOf(unknown);
    }

    /** The name of those known that differs least, if it is like it at all: by a third of its letters, or one holds the other. */
    public static @Nullable String nearest(String column, Collection<String> known) {
        String plain = plain(column);
        return known.stream()
                .filter(name -> like(plain, plain(name)))
                .min(Comparator.comparingInt((String name) -> distance(plain, plain(name)))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    private static boolean like(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        return distance(one, other) <= Math.max(1, Math.max(one.length(), other.length()) / 3)
                || shorter >= TELLING && (one.contains(other) || other.contains(one));
    }

    private static String plain(String name) {
        return name.replace("_", "").replace(".", "");
    }

    /** Letters that must be put in, left out, changed or exchanged with the next one. */
    private static int distance(String one, String other) {
        int[][] cost = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int same = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + same);
                if (i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[one.length()][other.length()];
    }
}
