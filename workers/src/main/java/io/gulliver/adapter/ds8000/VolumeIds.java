package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.Lss;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * Chooses the id of a new volume by its name: the same name gets the same id as long as that is free, so that a repeat of a create
 * whose answer was lost asks for the id that it asked for before, and the storage unit gives an id only once.
 *
 * <p>Pure. An even LSS goes with an even pool; sixteen LSS with one first digit hold one type of volume.
 */
final class VolumeIds {
    private static final int VOLUMES_OF_LSS = 256;

    private VolumeIds() {}

    /**
     * The id for a new volume of fixed blocks.
     *
     * @param all LSS that are there
     * @param allowed LSS that may be used; empty for any
     * @param full LSS that the storage unit has called full
     * @param used ids by LSS, asked for those that are there
     * @return empty when no LSS that goes with the pool has room
     */
    static Optional<String> choose(
            String name,
            ExtentPool pool,
            List<Lss> all,
            Set<String> allowed,
            Set<String> full,
            Function<String, Set<String>> used) {
        List<String> candidates = new ArrayList<>();
        all.stream()
                .filter(lss -> lss.type().equals("fb") && lss.group() == pool.node() && lss.volumes() < VOLUMES_OF_LSS)
                .map(Lss::id)
                .filter(id -> allowed.isEmpty() || allowed.contains(id))
                .sorted(Comparator.comparingLong(id -> hash(name + "/" + id)))
                .forEach(candidates::add);
        newLss(pool, all, allowed, full).ifPresent(candidates::add);
        for (String lss : candidates) {
            if (!full.contains(lss)) {
                boolean there = all.stream().anyMatch(one -> one.id().equals(lss));
                Optional<String> id = free(name, lss, there ? used.apply(lss) : Set.of());
                if (id.isPresent()) {
                    return id;
                }
            }
        }
        return Optional.empty();
    }

    /** One for fixed blocks begins with its first volume. */
    private static Optional<String> newLss(ExtentPool pool, List<Lss> all, Set<String> allowed, Set<String> full) {
        Set<String> there = new TreeSet<>();
        Set<Character> ckd = new TreeSet<>();
        for (Lss lss : all) {
            there.add(lss.id());
            if (!lss.type().equals("fb")) {
                ckd.add(lss.id().charAt(0));
            }
        }
        for (int number = pool.node(); number < 0xff; number += 2) {
            String id = String.format(Locale.ROOT, "%02X", number);
            boolean ours = allowed.isEmpty() || allowed.contains(id);
            if (ours && !there.contains(id) && !full.contains(id) && !ckd.contains(id.charAt(0))) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> free(String name, String lss, Set<String> used) {
        int start = (int) (hash(name) % VOLUMES_OF_LSS);
        for (int i = 0; i < VOLUMES_OF_LSS; i++) {
            String id = lss + String.format(Locale.ROOT, "%02X", (start + i) % VOLUMES_OF_LSS);
            if (!used.contains(id)) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    static long hash(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }
}
