package io.gulliver.assessment.proof;

import io.gulliver.assessment.proof.Standing.Seen;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What has met the real thing. A result counts for the part that was tried: once the part changes, what was seen of it is
 * <em>changed since</em> and proves nothing of what it is now. Of one release the newest result counts; of two of one instant
 * the failed one. A failure at one release is not outweighed by a success at another.
 */
public final class Standings {
    private Standings() {}

    /**
     * Each part, in the order of kind and id.
     *
     * @param parts as they are now
     * @param proofs all that was imported; those of parts that are no more are passed over
     * @param keys names of trusted keys by their public half; what another one signed does not count
     */
    public static List<Standing> of(Collection<Part> parts, Collection<KeptProof> proofs, Map<String, String> keys) {
        Map<String, List<KeptProof>> byPart = new HashMap<>();
        for (KeptProof one : proofs) {
            if (keys.containsKey(one.key())) {
                byPart.computeIfAbsent(name(one.proof().part()), part -> new ArrayList<>())
                        .add(one);
            }
        }
        return parts.stream()
                .sorted()
                .map(part -> standing(part, byPart.getOrDefault(name(part), List.of()), keys))
                .toList();
    }

    private static String name(Part part) {
        return part.kind() + " " + part.id();
    }

    private static Standing standing(Part part, List<KeptProof> proofs, Map<String, String> keys) {
        List<KeptProof> now =
                newest(proofs.stream().filter(one -> one.proof().part().equals(part)));
        if (!now.isEmpty()) {
            boolean failed = now.stream().anyMatch(one -> !one.proof().passed());
            return new Standing(
                    part.kind(), part.id(), part.hash(), failed ? State.FAILED : State.PROVEN, seen(part, now, keys));
        }
        List<KeptProof> before = newest(proofs.stream());
        boolean worked = before.stream().anyMatch(one -> one.proof().passed());
        return new Standing(
                part.kind(),
                part.id(),
                part.hash(),
                worked ? State.CHANGED : State.NEVER,
                worked ? seen(part, before, keys) : List.of());
    }

    private static List<KeptProof> newest(Stream<KeptProof> proofs) {
        Map<String, KeptProof> newest = new TreeMap<>();
        proofs.forEach(one -> newest.merge(
                one.proof().release(),
                one,
                (a, b) -> Comparator.comparing((KeptProof kept) -> kept.proof().at())
                                        .thenComparing(kept -> !kept.proof().passed())
                                        .compare(a, b)
                                >= 0
                        ? a
                        : b));
        return newest.values().stream()
                .sorted(Comparator.comparing((KeptProof one) -> one.proof().passed())
                        .thenComparing(one -> one.proof().at(), Comparator.reverseOrder()))
                .toList();
    }

    private static List<Seen> seen(Part part, List<KeptProof> proofs, Map<String, String> keys) {
        return proofs.stream()
                .map(one -> new Seen(
                        one.proof().release(),
                        one.proof().banner(),
                        one.proof().at(),
                        one.proof().suite(),
                        one.proof().how(),
                        one.proof().passed(),
                        one.proof().part().equals(part),
                        one.platform(),
                        keys.getOrDefault(one.key(), "")))
                .toList();
    }
}
