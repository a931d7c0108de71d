package io.gulliver.planning.room;

import io.gulliver.planning.room.RoomLine.OfWave;
import io.gulliver.planning.room.RoomLine.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Holds what systems have against what is promised to servers that do not exist yet. */
public final class RoomPlanner {
    private RoomPlanner() {}

    private record Key(String system, String part, RoomKind kind) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::system).thenComparing(Key::part).thenComparing(Key::kind);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * One line for each kind of room of each part that was read or that somebody was promised, by system and part.
     *
     * @param share of a pool that a plan takes at most, above 0 and at most 1; machines may be full
     */
    public static List<RoomLine> lines(Collection<RoomRead> read, Collection<Promise> promises, double share) {
        Map<Key, RoomRead> reads = new TreeMap<>();
        read.forEach(one -> reads.put(new Key(one.system(), one.part(), one.kind()), one));
        Map<Key, List<Promise>> promised = promises.stream()
                .collect(Collectors.groupingBy(
                        one -> new Key(one.system(), one.part(), one.kind()), TreeMap::new, Collectors.toList()));
        TreeSet<Key> keys = new TreeSet<>(reads.keySet());
        keys.addAll(promised.keySet());
        return keys.stream()
                .map(key -> line(key, read(key, reads), promised.getOrDefault(key, List.of()), share))
                .toList();
    }

    /** What a part had; of several pools, what they had together and when the first of them was read. */
    private static @Nullable RoomRead read(Key key, Map<Key, RoomRead> reads) {
        RoomRead whole = reads.get(key);
        if (whole != null || key.kind() != RoomKind.SPACE) {
            return whole;
        }
        Set<String> named = Stream.of(key.part().split(","))
                .map(String::strip)
                .filter(pool -> !pool.isEmpty())
                .collect(Collectors.toSet());
        List<RoomRead> pools = reads.values().stream()
                .filter(one -> one.system().equals(key.system()) && one.kind() == RoomKind.SPACE)
                .filter(one -> named.isEmpty() || named.contains(one.part()))
                .toList();
        if (pools.isEmpty() || pools.size() < named.size()) {
            return null;
        }
        return new RoomRead(
                key.system(),
                key.part(),
                key.kind(),
                sum(pools, RoomRead::total),
                sum(pools, RoomRead::free),
                pools.stream()
                        .map(RoomRead::unread)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                pools.stream().map(RoomRead::at).min(Comparator.naturalOrder()).orElseThrow());
    }

    private static @Nullable Double sum(List<RoomRead> pools, Function<RoomRead, @Nullable Double> amount) {
        double sum = 0;
        for (RoomRead pool : pools) {
            Double one = amount.apply(pool);
            if (one == null) {
                return null;
            }
            sum += one;
        }
        return sum;
    }

    private static RoomLine line(Key key, @Nullable RoomRead read, List<Promise> promises, double share) {
        double sum = 0;
        List<String> unsized = new ArrayList<>();
        for (Promise promise : promises) {
            if (promise.amount() == null) {
                unsized.add(promise.server());
            } else {
                sum += promise.amount();
            }
        }
        return new RoomLine(
                key.system(),
                key.part(),
                key.kind(),
                read,
                sum,
                waves(promises),
                unsized.stream().sorted().distinct().toList(),
                verdict(key.kind(), read, sum, share));
    }

    private static Verdict verdict(RoomKind kind, @Nullable RoomRead read, double promised, double share) {
        if (read == null || read.total() == null || read.free() == null) {
            return Verdict.UNKNOWN;
        }
        if (promised > read.free()) {
            return Verdict.SHORT;
        }
        double used = read.total() - read.free() + promised;
        return kind == RoomKind.SPACE && used > share * read.total() ? Verdict.TIGHT : Verdict.FITS;
    }

    private static List<OfWave> waves(List<Promise> promises) {
        record Wave(String program, @Nullable Integer wave) {}
        Comparator<Wave> order = Comparator.comparing(Wave::program)
                .thenComparing(Wave::wave, Comparator.nullsLast(Comparator.naturalOrder()));
        Map<Wave, List<Promise>> byWave = promises.stream()
                .filter(one -> one.amount() != null)
                .collect(Collectors.groupingBy(
                        one -> new Wave(one.program(), one.wave()), () -> new TreeMap<>(order), Collectors.toList()));
        List<OfWave> waves = new ArrayList<>();
        byWave.forEach((wave, of) -> waves.add(new OfWave(
                wave.program(),
                wave.wave(),
                of.stream()
                        .mapToDouble(one -> Objects.requireNonNull(one.amount()))
                        .sum(),
                of.stream().map(Promise::server).sorted().distinct().toList())));
        return waves;
    }
}
