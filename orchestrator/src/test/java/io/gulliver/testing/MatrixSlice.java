package io.gulliver.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The cases of a matrix that this run takes: a slice that the commit's hash chooses, so that every commit of a branch tests
 * another one and each can be run again; all of them in a long run.
 *
 * <ul>
 *   <li>{@code -Dgulliver.case=NAME} runs that case alone, whatever the slice;
 *   <li>{@code -Dgulliver.slice=HASH} takes the slice of that commit;
 *   <li>{@code -Dgulliver.slice=all} takes all, as {@code ./gulliver test --long} does.
 * </ul>
 */
public final class MatrixSlice {
    private static final String ALL = "all";

    private MatrixSlice() {}

    /**
     * Chooses, and prints the names of what it chose.
     *
     * @param matrix its name, a part of the seed: two matrices of one commit are sliced differently
     * @param cases in a fixed order
     * @param name of a case, unique in the matrix
     * @param size how many of them a slice has
     */
    public static <T> List<T> of(String matrix, Collection<T> cases, Function<T, String> name, int size) {
        List<T> chosen = choose(
                matrix, cases, name, size, System.getProperty("gulliver.case"), System.getProperty("gulliver.slice"));
        System.out.println("matrix " + matrix + ": " + chosen.size() + " of " + cases.size() + " cases ("
                + chosen.stream().map(name).collect(Collectors.joining(", ")) + ")");
        return chosen;
    }

    /** What chooses the slices of this run: the commit's hash, or what {@code -Dgulliver.slice} says. */
    public static String seed() {
        String slice = System.getProperty("gulliver.slice", "");
        return slice.isEmpty() ? Commit.HASH : slice;
    }

    static <T> List<T> choose(
            String matrix,
            Collection<T> cases,
            Function<T, String> name,
            int size,
            @Nullable String named,
            @Nullable String slice) {
        if (cases.stream().map(name).distinct().count() != cases.size()) {
            throw new IllegalArgumentException("Two cases of the matrix " + matrix + " have one name.");
        }
        if (named != null && !named.isEmpty()) {
            List<T> matching =
                    cases.stream().filter(one -> name.apply(one).equals(named)).toList();
            // another matrix of the same run may have it
            return matching.isEmpty() ? choose(matrix, cases, name, size, null, slice) : matching;
        }
        if (ALL.equals(slice) || cases.size() <= size) {
            return List.copyOf(cases);
        }
        String commit = slice == null || slice.isEmpty() ? Commit.HASH : slice;
        List<T> left = new ArrayList<>(cases);
        Random random = new Random(31L * commit.hashCode() + matrix.hashCode());
        while (left.size() > size) {
            left.remove(random.nextInt(left.size()));
        }
        return left;
    }

    private static final class Commit {
        static final String HASH = read();

        private static String read() {
            try {
                Process git = new ProcessBuilder("git", "rev-parse", "--short=12", "HEAD")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                String hash = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
                return git.waitFor() == 0 ? hash : "none";
            } catch (IOException noGit) {
                return "none";
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "none";
            }
        }
    }
}
