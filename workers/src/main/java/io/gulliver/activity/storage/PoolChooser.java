package io.gulliver.activity.storage;

import io.gulliver.contract.storage.StoragePool;
import io.gulliver.contract.storage.VolumeRequest.Provisioning;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the pool of a new volume by what is really free.
 *
 * <p>A thick volume has to fit, and to leave the pool below its warning. A thin one needs a pool that is below its warning now, and in
 * which all volumes together promise no more than the landscape allows. Redo logs never lie in a pool that reduces data. A pool that
 * a person named alone is taken even above its warning, which is told, while there is room at all. Pure.
 */
public final class PoolChooser {
    private static final double GIB = 1L << 30;

    private PoolChooser() {}

    /**
     * What is wanted.
     *
     * @param names of pools that may be used; empty for all
     * @param redo whether redo logs are to lie there
     * @param overprovisioningPercent how much may be promised of what a pool holds
     */
    public record Wish(
            String volume,
            List<String> names,
            long bytes,
            Provisioning provisioning,
            boolean redo,
            int overprovisioningPercent) {
        public Wish {
            names = List.copyOf(names);
        }
    }

    /**
     * The choice.
     *
     * @param pool null when none would do
     * @param reason why this one, or why none: one clause for each pool
     */
    public record Choice(@Nullable StoragePool pool, String reason) {}

    /**
     * Chooses.
     *
     * @param repeatable whether the same volume has to get the same pool while it would do, in place of the emptiest
     */
    public static Choice choose(Wish wish, List<StoragePool> pools, boolean repeatable) {
        List<String> refusals = new ArrayList<>();
        List<StoragePool> good = new ArrayList<>();
        List<StoragePool> warned = new ArrayList<>();
        wish.names().stream()
                .filter(name -> pools.stream().noneMatch(pool -> pool.name().equals(name)))
                .forEach(name -> refusals.add(name + " is not there"));
        for (StoragePool pool : pools) {
            if (!wish.names().isEmpty() && !wish.names().contains(pool.name())) {
                continue;
            }
            String refusal = refusal(wish, pool);
            String warning = refusal == null ? warning(wish, pool) : null;
            if (refusal != null || warning != null) {
                refusals.add(pool.name() + " " + (refusal == null ? warning : refusal));
            }
            if (refusal == null) {
                (warning == null ? good : warned).add(pool);
            }
        }
        if (good.isEmpty() && wish.names().size() == 1 && warned.size() == 1) {
            return new Choice(warned.get(0), refusals.get(0) + ", and it is the one that is named");
        }
        Comparator<StoragePool> order = repeatable
                ? Comparator.comparingLong(pool -> hash(wish.volume() + "/" + pool.name()))
                : Comparator.comparingLong((StoragePool pool) -> -pool.free()).thenComparing(StoragePool::name);
        return good.stream()
                .min(order)
                .map(pool -> new Choice(pool, praise(pool, good.size(), repeatable, refusals)))
                .orElseGet(() -> new Choice(
                        null, refusals.isEmpty() ? "the array has no pool for it" : String.join("; ", refusals)));
    }

    private static String praise(StoragePool pool, int good, boolean repeatable, List<String> refusals) {
        String why = good == 1
                ? "the one that would do"
                : repeatable ? "one of " + good + " that would do, by the volume's name" : "the emptiest of " + good;
        return pool.name() + ", " + why + ": " + gib(pool.free()) + " of " + gib(pool.capacity()) + " GiB free"
                + (refusals.isEmpty() ? "" : "; not " + String.join("; not ", refusals));
    }

    private static @Nullable String refusal(Wish wish, StoragePool pool) {
        if (!pool.online()) {
            return "is offline";
        }
        if (wish.redo() && pool.reduces()) {
            return "reduces data, and redo logs are never compressed or deduplicated";
        }
        boolean thick = wish.provisioning() == Provisioning.THICK;
        if (thick && pool.free() < wish.bytes()) {
            return "has " + gib(pool.free()) + " GiB free, wanted " + gib(wish.bytes());
        }
        if (!thick && pool.free() <= 0) {
            return "has nothing free";
        }
        return null;
    }

    private static @Nullable String warning(Wish wish, StoragePool pool) {
        boolean thick = wish.provisioning() == Provisioning.THICK;
        long used = pool.capacity() - pool.free() + (thick ? wish.bytes() : 0);
        if (pool.warningPercent() > 0 && used * 100.0 / pool.capacity() > pool.warningPercent()) {
            return String.format(
                    Locale.ROOT,
                    thick ? "would be %.0f %% used, and warns at %d %%" : "is %.0f %% used, and warns at %d %%",
                    used * 100.0 / pool.capacity(),
                    pool.warningPercent());
        }
        double promised = (pool.promised() + wish.bytes()) * 100.0 / pool.capacity();
        if (!thick && promised > wish.overprovisioningPercent()) {
            return String.format(
                    Locale.ROOT,
                    "would promise %.1f %% of what it holds, and %d %% are allowed",
                    promised,
                    wish.overprovisioningPercent());
        }
        return null;
    }

    private static long hash(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    private static String gib(long bytes) {
        return String.format(Locale.ROOT, "%.0f", bytes / GIB);
    }
}
