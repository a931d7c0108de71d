package io.gulliver.ui.database;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.MemorySizing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From what the work asks for to what is planned for it: capacity beside whole IFLs, and memory by its kinds of pages, each
 * on one scale. The derivations beside it have the same figures.
 *
 * @param cpu null while CPU is not sized
 * @param memory null while memory is not sized
 */
record SizingPicture(@Nullable Cpu cpu, @Nullable Memory memory) {
    /** What stays free at the right, as a factor. */
    private static final double MARGIN = 1.04;

    /** More IFLs than this are drawn as one block: their borders would be its colour. */
    private static final int MOST_BOXES = 64;

    /** MB in a GiB. */
    private static final double GIB = 1024;

    /** {@code x} and {@code width} in percent of the width of the picture. */
    record Bar(double x, double width) {}

    /**
     * Capacity, in the unit of the processors.
     *
     * @param demand of the work alone
     * @param rest overhead and growth, and what concurrency takes away or adds, up to what is required
     * @param ifls one bar for each, or one for all where there are many
     * @param design where the required capacity would fill the IFLs as planned
     * @param sizing the figures
     */
    record Cpu(Bar demand, Bar rest, List<Bar> ifls, double design, CpuSizing sizing) {
        public Cpu {
            ifls = List.copyOf(ifls);
        }

        public String work() {
            return shown(sizing.demand());
        }

        public String required() {
            return shown(sizing.required());
        }

        public String capacity() {
            return shown(sizing.capacityOfIfls());
        }

        public String atDesignPoint() {
            return shown(sizing.requiredAtDesignPoint());
        }

        public long count() {
            return Math.round(sizing.ifls().value());
        }

        public String unit() {
            return sizing.capacityOfIfls().unit();
        }

        /** Whether the words of the line have room at its right. */
        public boolean wordsRight() {
            return design < 60;
        }
    }

    /**
     * Memory of the guest.
     *
     * @param pages the pool of large pages
     * @param small what is in pages of 4 KB
     * @param rest up to the memory of the guest
     * @param sizing the figures, in MB
     */
    record Memory(Bar pages, Bar small, Bar rest, MemorySizing sizing) {
        public double gibibytes(double megabytes) {
            return Math.round(megabytes / GIB * 10) / 10.0;
        }

        public double pagesGib() {
            return gibibytes(sizing.largePages().value());
        }

        public double smallGib() {
            return gibibytes(sizing.smallPages().value());
        }

        public double guestGib() {
            return gibibytes(sizing.guest().value());
        }

        public double restGib() {
            return gibibytes(Math.max(0, sizing.guest().value() - sizing.total().value()));
        }
    }

    /** Null while neither is sized. */
    static @Nullable SizingPicture of(DatabaseSizing sizing) {
        CpuSizing cpu = sizing.cpu().sizing();
        MemorySizing memory = sizing.memory().sizing();
        return cpu == null && memory == null
                ? null
                : new SizingPicture(cpu == null ? null : cpu(cpu), memory == null ? null : memory(memory));
    }

    static Cpu cpu(CpuSizing sizing) {
        double demand = sizing.demand().value();
        double required = sizing.required().value();
        double capacity = sizing.capacityOfIfls().value();
        double design = sizing.requiredAtDesignPoint().value();
        Scale scale = new Scale(MARGIN * Math.max(Math.max(demand, required), Math.max(capacity, design)));
        int ifls = (int) Math.max(1, sizing.ifls().value());
        int boxes = ifls > MOST_BOXES ? 1 : ifls;
        List<Bar> each = new ArrayList<>();
        for (int i = 0; i < boxes; i++) {
            each.add(scale.bar(capacity * i / boxes, capacity * (i + 1) / boxes));
        }
        return new Cpu(
                scale.bar(0, Math.min(demand, required)),
                scale.bar(Math.min(demand, required), required),
                each,
                scale.at(design),
                sizing);
    }

    private static Memory memory(MemorySizing sizing) {
        double pages = sizing.largePages().value();
        double total = sizing.total().value();
        double guest = Math.max(total, sizing.guest().value());
        Scale scale = new Scale(MARGIN * guest);
        return new Memory(scale.bar(0, pages), scale.bar(pages, total), scale.bar(total, guest), sizing);
    }

    /** A figure as the derivations show it. */
    private static String shown(Derivation figure) {
        return Derivation.shown(Math.round(figure.value() * 10) / 10.0);
    }

    private record Scale(double most) {
        double at(double value) {
            return most <= 0 ? 0 : Math.round(10_000 * value / most) / 100.0;
        }

        Bar bar(double from, double to) {
            return new Bar(at(from), Math.max(0, Math.round(100 * (at(to) - at(from))) / 100.0));
        }
    }
}
