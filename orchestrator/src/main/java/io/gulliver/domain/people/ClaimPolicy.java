package io.gulliver.domain.people;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the groups that an identity provider says of a person give: rights in programs and functions, and nothing else. To
 * make programs and people, deputies, an end and a closed account are an administrator's word alone, whatever is claimed.
 *
 * <p>A group gives by its own words, {@code gulliver:PROGRAM:WORD} with {@link #EVERY_PROGRAM} for every program and a
 * right or the key of a function as the word, or by a grant that the operator wrote for its name. What is not understood
 * gives nothing.
 *
 * @param prefix of groups that say themselves what they give, or null for none
 * @param grants by names of groups
 */
public record ClaimPolicy(@Nullable String prefix, List<Grant> grants) {
    /** In place of a program: all there are and will be. */
    public static final String EVERY_PROGRAM = Account.EVERY;

    private static final int PARTS = 3;

    public ClaimPolicy {
        grants = List.copyOf(grants);
    }

    /**
     * What a group gives.
     *
     * @param group its name at the identity provider, as it is written there
     * @param program or {@link #EVERY_PROGRAM}
     * @param right or null
     * @param functions there
     */
    public record Grant(
            String group, String program, @Nullable Right right, Set<Function> functions) {
        public Grant {
            functions = Collections.unmodifiableSortedSet(new TreeSet<>(functions));
        }
    }

    /**
     * What is held by claims, in one order.
     *
     * @param rights at most one of a program
     * @param functions each once of a program
     */
    public record Given(List<Account.HeldRight> rights, List<Account.HeldFunction> functions) {
        public Given {
            rights = List.copyOf(rights);
            functions = List.copyOf(functions);
        }

        /** Whether an account holds the same, whenever it ends. */
        public boolean sameAs(Account account) {
            return words(rights, functions).equals(words(account.rights(), account.functions()));
        }

        private static SortedSet<String> words(List<Account.HeldRight> rights, List<Account.HeldFunction> functions) {
            TreeSet<String> words = new TreeSet<>();
            rights.forEach(held -> words.add(held.program() + " " + held.right()));
            functions.forEach(held -> words.add(held.program() + " " + held.function()));
            return words;
        }
    }

    /**
     * What groups give.
     *
     * @param groups that the identity provider says
     * @param known which programs there are
     * @param until when it ends
     */
    public Given of(Collection<String> groups, Predicate<String> known, Instant until) {
        TreeMap<String, Right> rights = new TreeMap<>();
        TreeMap<String, TreeSet<Function>> functions = new TreeMap<>();
        for (String group : groups) {
            List<Grant> given = new ArrayList<>(
                    grants.stream().filter(grant -> grant.group().equals(group)).toList());
            said(group).ifPresent(given::add);
            for (Grant grant : given) {
                if (!grant.program().equals(EVERY_PROGRAM) && !known.test(grant.program())) {
                    continue; // a program that is not there yet, or not any more
                }
                Right right = grant.right();
                if (right != null && right != Right.NONE) {
                    rights.merge(grant.program(), right, (a, b) -> a.covers(b) ? a : b);
                }
                grant.functions()
                        .forEach(one -> functions
                                .computeIfAbsent(grant.program(), program -> new TreeSet<>())
                                .add(one));
            }
        }
        return new Given(
                rights.entrySet().stream()
                        .map(held -> new Account.HeldRight(held.getKey(), held.getValue(), until))
                        .toList(),
                functions.entrySet().stream()
                        .flatMap(held -> held.getValue().stream()
                                .map(one -> new Account.HeldFunction(held.getKey(), one, until)))
                        .toList());
    }

    private Optional<Grant> said(String group) {
        if (prefix == null || !group.startsWith(prefix)) {
            return Optional.empty();
        }
        String[] parts = group.substring(prefix.length()).split(":", PARTS);
        if (parts.length != 2 || parts[0].isEmpty()) {
            return Optional.empty();
        }
        return right(parts[1])
                .map(right -> new Grant(group, parts[0], right, Set.of()))
                .or(() -> Function.of(parts[1]).map(one -> new Grant(group, parts[0], null, Set.of(one))));
    }

    /** {@link Right#NONE} is not given: no group takes away what another one gives. */
    private static Optional<Right> right(String word) {
        return Arrays.stream(Right.values())
                .filter(right -> right != Right.NONE && right.name().equalsIgnoreCase(word))
                .findFirst();
    }
}
