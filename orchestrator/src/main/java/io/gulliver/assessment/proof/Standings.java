package io.gulliver.assessment.proof;

import io.gulliver.assessment.proof.Standing.Here;
import io.gulliver.assessment.proof.Standing.Line;
import io.gulliver.assessment.proof.Standing.Seen;
import io.gulliver.assessment.proof.Standing.State;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.domain.proof.KeptProof;
import io.gulliver.domain.proof.Part;
import io.gulliver.domain.proof.ProductPart;
import io.gulliver.domain.proof.ReleaseSpan;
import io.gulliver.domain.proof.ReleaseSpan.Side;
import io.gulliver.planning.method.Release;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What has met the real thing. A result counts for the part that was tried: once the part changes, what was seen of it is
 * <em>changed since</em> and proves nothing of what it is now. Of one release the newest result counts; of two of one instant
 * the failed one. A failure at one release is not outweighed by a success at another.
 */
public final class Standings {
    private static final Comparator<Standing> ORDER = Comparator.comparingInt((Standing one) -> -one.unmet())
            .thenComparing(one -> one.state() != State.NEVER)
            .thenComparing(Standing::kind)
            .thenComparing(Standing::id);

    private Standings() {}

    /**
     * Each part: first what most databases here have not met, what was never seen before the others; then by kind and id.
     *
     * @param parts as they are now
     * @param proofs all that was imported; those of parts that are no more are passed over
     * @param keys names of trusted keys by their public half; what another one signed does not count
     * @param databases how many there are here by the releases between which they move
     */
    public static List<Standing> of(
            Collection<ProductPart> parts,
            Collection<KeptProof> proofs,
            Map<String, String> keys,
            Map<DatabaseReleases, Integer> databases) {
        Map<String, List<KeptProof>> byPart = new HashMap<>();
        for (KeptProof one : proofs) {
            if (keys.containsKey(one.key())) {
                byPart.computeIfAbsent(name(one.proof().part()), part -> new ArrayList<>())
                        .add(one);
            }
        }
        return parts.stream()
                .map(one -> {
                    List<KeptProof> tried = byPart.getOrDefault(name(one.part()), List.of());
                    return standing(one, tried, keys, databases);
                })
                .sorted(ORDER)
                .toList();
    }

    private static String name(Part part) {
        return part.kind() + " " + part.id();
    }

    private static Standing standing(
            ProductPart product,
            List<KeptProof> proofs,
            Map<String, String> keys,
            Map<DatabaseReleases, Integer> databases) {
        Part part = product.part();
        List<KeptProof> now =
                newest(proofs.stream().filter(one -> one.proof().part().equals(part)));
        List<KeptProof> shown = now;
        State state = State.PROVEN;
        if (now.stream().anyMatch(one -> !one.proof().passed())) {
            state = State.FAILED;
        } else if (now.isEmpty()) {
            List<KeptProof> before = newest(proofs.stream());
            boolean worked = before.stream().anyMatch(one -> one.proof().passed());
            shown = worked ? before : List.of();
            state = worked ? State.CHANGED : State.NEVER;
        }
        ReleaseSpan span = product.releases();
        return new Standing(
                part.kind(),
                part.id(),
                part.hash(),
                state,
                seen(part, shown, keys),
                span == null ? null : here(span, now, databases));
    }

    private static Here here(ReleaseSpan span, List<KeptProof> now, Map<DatabaseReleases, Integer> databases) {
        int all = 0;
        int unmet = 0;
        Map<String, Integer> byLine = new TreeMap<>(Release::compareToLine);
        for (Map.Entry<DatabaseReleases, Integer> some : databases.entrySet()) {
            Set<String> lines = Stream.of(
                            span.side() == Side.TARGET ? null : some.getKey().source(),
                            span.side() == Side.SOURCE ? null : some.getKey().target())
                    .filter(Objects::nonNull)
                    .filter(release -> within(release, span))
                    .map(Release::line)
                    .collect(Collectors.toSet());
            lines.forEach(line -> byLine.merge(line, some.getValue(), Integer::sum));
            all += lines.isEmpty() ? 0 : some.getValue();
            unmet += lines.stream().allMatch(line -> met(line, now)) ? 0 : some.getValue();
        }
        return new Here(
                all,
                unmet,
                byLine.entrySet().stream()
                        .map(line -> new Line(line.getKey(), line.getValue(), met(line.getKey(), now)))
                        .toList());
    }

    private static boolean within(String release, ReleaseSpan span) {
        String to = span.to();
        return Release.compareToLine(release, span.from()) >= 0
                && (to == null || Release.compareToLine(release, to) <= 0);
    }

    /** Whether every newest result at a release of this line is a success, and there is one. */
    private static boolean met(String line, List<KeptProof> now) {
        List<KeptProof> there = now.stream()
                .filter(one -> Release.compareToLine(one.proof().release(), line) == 0)
                .toList();
        return !there.isEmpty() && there.stream().allMatch(one -> one.proof().passed());
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
