package io.gulliver.ui.whatif;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the page can be asked, with the fields of each form. A field is named by its JSON pointer within the body. */
enum Question {
    MEMORY(List.of(
            new Section(
                    "instances",
                    false,
                    List.of(),
                    new Sheet(
                            "/instances",
                            false,
                            2,
                            Field.text("name", "instance", "instance_name", "inst_id"),
                            Field.number("sgaMb", null, "sga_max_size", "sga_mb", "sga"),
                            Field.number("pgaMb", null, "pga_aggregate_limit", "pga_mb", "pga"),
                            Field.number("connections", "0", "sessions"),
                            Field.number("sessionMb", "4.5"))),
            new Section(
                    "guest",
                    false,
                    List.of(
                            Field.yes("/production"),
                            Field.number("/asmMb", "2048"),
                            Field.number("/agentsMb", "0"),
                            Field.number("/guestMb", null)),
                    null),
            new Section(
                    "advice",
                    false,
                    List.of(Field.number("/currentSgaMb", null), Field.number("/sgaLimitMb", null)),
                    new Sheet(
                            "/advice",
                            false,
                            2,
                            Field.number("sgaMb", null, "sga_size", "sga_target"),
                            Field.number("databaseSeconds", null, "estd_db_time", "db_time"),
                            Field.number("physicalReads", null, "estd_physical_reads", "reads"))),
            new Section(
                    "replication",
                    true,
                    List.of(),
                    new Sheet(
                            "/replication",
                            false,
                            1,
                            Field.text("name", "process"),
                            Field.number("cacheMb", null, "cachesize"),
                            Field.number("residentMb", null, "rss", "resident"))),
            new Section(
                    "pages",
                    true,
                    List.of(
                            Field.number("/kernelMb", "512"),
                            Field.number("/largePagesMb", null),
                            Field.number("/slackMb", "64"),
                            Field.number("/pageMb", "1"),
                            Field.number("/sourcePageMb", "2"),
                            Field.number("/droppedFlashCacheMb", "0")),
                    null))),
    CPU(List.of(
            new Section(
                    "servers",
                    false,
                    List.of(),
                    new Sheet(
                            "/servers",
                            false,
                            2,
                            Field.text("name", "server", "host"),
                            Field.chosen("model", "hardware", "cpu", "processor"),
                            Field.number("cores", null),
                            Field.number("peakPercent", null, "peak", "busy", "utilization", "utilisation"),
                            Field.number("part", "1", "servers", "count"))),
            new Section(
                    "target",
                    false,
                    List.of(
                            Field.choice("/target"),
                            Field.number("/overheadPercent", "3"),
                            Field.number("/concurrency", "1"),
                            Field.number("/growthPercentYear", "0"),
                            Field.number("/years", "1"),
                            Field.number("/designPoint", "0.90"),
                            Field.number("/smtFactor", "1")),
                    null),
            new Section(
                    "hosts",
                    true,
                    List.of(Field.number("/percentile", "95"), Field.yes("/upperBound")),
                    new Sheet(
                            "/hosts",
                            false,
                            1,
                            Field.text("host", "server", "name"),
                            Field.chosen("model", "hardware", "cpu", "processor"),
                            Field.number("cores", null),
                            Field.whole("threadsPerCore", "1"),
                            Field.figures("busyPercent"))),
            new Section(
                    "demand", true, List.of(Field.number("/demand", null), Field.number("/unitsPerIfl", null)), null),
            new Section(
                    "grade",
                    true,
                    List.of(
                            Field.number("/days", "0"),
                            Field.number("/intervalMinutes", "60"),
                            Field.yes("/monthEnd"),
                            Field.yes("/addHeadroom")),
                    null))),
    STORAGE(List.of(
            new Section(
                    "data",
                    false,
                    List.of(
                            Field.number("/usedGb", null),
                            Field.number("/growthPercentYear", "0"),
                            Field.number("/months", "12"),
                            Field.choice("/array"),
                            Field.number("/usableGb", null)),
                    null),
            new Section(
                    "load",
                    false,
                    List.of(
                            Field.number("/readIops", "0"),
                            Field.number("/writeIops", "0"),
                            Field.number("/readMbPerSecond", "0"),
                            Field.number("/writeMbPerSecond", "0"),
                            Field.number("/backupMbPerSecond", "0"),
                            Field.number("/redoMbPerSecond", "0")),
                    null),
            new Section(
                    "network",
                    true,
                    List.of(
                            Field.choice("/network/link"),
                            Field.number("/network/clientMbPerSecond", "0"),
                            Field.number("/network/redoMbPerSecond", "0"),
                            Field.whole("/network/redoCopies", "0"),
                            Field.number("/network/backupMbPerSecond", "0"),
                            Field.number("/network/moveGb", "0"),
                            Field.number("/network/moveSeconds", "0")),
                    null),
            new Section("eckd", true, List.of(Field.whole("/disks", "0"), Field.whole("/controlUnits", "0")), null))),
    METHOD(List.of(
            new Section("window", false, List.of(Field.number("/windowMinutes", null), Field.day("/day")), null),
            new Section(
                    "facts", false, List.of(), new Sheet("/facts", true, 3, Field.fact("name"), Field.any("value"))),
            new Section(
                    "rates",
                    true,
                    List.of(),
                    new Sheet("/rates", true, 2, Field.rate("name"), Field.number("value", null)))));

    private final List<Section> sections;

    Question(List<Section> sections) {
        this.sections = sections;
    }

    List<Section> sections() {
        return sections;
    }

    /** As the address has it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    Stream<Sheet> sheets() {
        return sections.stream().map(Section::sheet).flatMap(Stream::ofNullable);
    }

    static @Nullable Question of(String key) {
        for (Question one : values()) {
            if (one.key().equals(key)) {
                return one;
            }
        }
        return null;
    }

    /** What stands in a field. */
    enum Kind {
        NUMBER,
        WHOLE,
        TEXT,
        /** One of the known, nothing else. */
        CHOICE,
        /** One of the known, or what somebody types. */
        SUGGESTED,
        YES,
        DAY,
        /** A column of figures, one a line; a dash is a gap. */
        FIGURES,
        /** A number, a text, yes or no, or texts with commas between. */
        ANY
    }

    /**
     * A field of a form.
     *
     * @param name JSON pointer, or within a sheet the name of the column
     * @param kind of what stands in it
     * @param usual what is taken when it is left empty, or null
     * @param headings that a pasted sheet may have above this column, beside its own name
     */
    record Field(String name, Kind kind, @Nullable String usual, List<String> headings) {
        static Field number(String name, @Nullable String usual, String... headings) {
            return new Field(name, Kind.NUMBER, usual, List.of(headings));
        }

        static Field whole(String name, String usual) {
            return new Field(name, Kind.WHOLE, usual, List.of());
        }

        static Field text(String name, String... headings) {
            return new Field(name, Kind.TEXT, null, List.of(headings));
        }

        static Field choice(String name) {
            return new Field(name, Kind.CHOICE, null, List.of());
        }

        static Field chosen(String name, String... headings) {
            return new Field(name, Kind.SUGGESTED, null, List.of(headings));
        }

        static Field fact(String name) {
            return new Field(name, Kind.SUGGESTED, null, List.of("fact"));
        }

        static Field rate(String name) {
            return new Field(name, Kind.SUGGESTED, null, List.of("rate"));
        }

        static Field any(String name) {
            return new Field(name, Kind.ANY, null, List.of());
        }

        static Field yes(String name) {
            return new Field(name, Kind.YES, null, List.of());
        }

        static Field day(String name) {
            return new Field(name, Kind.DAY, null, List.of());
        }

        static Field figures(String name) {
            return new Field(name, Kind.FIGURES, null, List.of("busy"));
        }

        /** Last part of the pointer: what its words are named by. */
        String word() {
            return name.substring(name.lastIndexOf('/') + 1);
        }
    }

    /**
     * A table to type into or to paste into.
     *
     * @param pointer to the array, or to the map of pairs
     * @param pairs whether a row is a name and a value of a map
     * @param spare empty rows offered at its end
     * @param columns in the order of the page, which is the order of a pasted sheet without headings
     */
    record Sheet(String pointer, boolean pairs, int spare, List<Field> columns) {
        Sheet(String pointer, boolean pairs, int spare, Field... columns) {
            this(pointer, pairs, spare, List.of(columns));
        }
    }

    /**
     * Part of a form.
     *
     * @param key of its words
     * @param folded whether it is closed until it is used
     * @param fields in it
     * @param sheet in it, or null
     */
    record Section(
            String key,
            boolean folded,
            List<Field> fields,
            @Nullable Sheet sheet) {}
}
