package io.gulliver.ui.databases;

import io.gulliver.domain.migration.Stage;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.problem.Refusal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which databases to show, and in which order: all of it stands in the address.
 *
 * @param text part of a name, host or application; empty for all
 * @param stage the stage that {@code status} is asked of, or null for any
 * @param status only with this status (in {@code stage}, or anywhere), or null
 * @param wave only of this wave, or empty
 * @param owner only of this owner, or empty
 * @param method only with this method, or empty
 * @param risk only with an open risk of this height or higher, or null
 * @param rows height of the rows, or null for the reader's own
 * @param sort column, with a leading dash for descending
 * @param from number of the first row, 0 for the first
 * @param columns shown beside the name; none means all
 */
public record GridQuery(
        String text,
        @Nullable Stage stage,
        @Nullable Status status,
        String wave,
        String owner,
        String method,
        @Nullable Risk risk,
        @Nullable Rows rows,
        Sort sort,
        boolean descending,
        int from,
        List<Sort> columns) {
    public GridQuery {
        columns = List.copyOf(columns);
    }

    /** With all columns. */
    public GridQuery(
            String text,
            @Nullable Stage stage,
            @Nullable Status status,
            String wave,
            String owner,
            String method,
            @Nullable Risk risk,
            @Nullable Rows rows,
            Sort sort,
            boolean descending,
            int from) {
        this(text, stage, status, wave, owner, method, risk, rows, sort, descending, from, List.of());
    }

    /** How many rows one answer holds. */
    public static final int CHUNK = 100;

    /** How high a risk is, as the register bands it. */
    public enum Risk {
        HIGH(15),
        MEDIUM(8),
        ANY(1);

        private final int least;

        Risk(int least) {
            this.least = least;
        }

        /** The lowest score that counts. */
        public int least() {
            return least;
        }

        /** As the address has it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How high the rows are. */
    public enum Rows {
        COMPACT,
        NORMAL,
        COMFORTABLE;

        /** As the address and the style sheet have it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the grid can be sorted by. */
    public enum Sort {
        NAME,
        WAVE,
        ENVIRONMENT,
        DISCOVERY,
        SIZING,
        BUILD,
        REPLICATION,
        VALIDATION,
        CUTOVER,
        SLIP,
        RISK,
        METHOD,
        OUTAGE,
        WINDOW,
        SIZE,
        VERSION,
        OWNER;

        /** As the address has it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The column of a stage. */
        public static Sort of(Stage stage) {
            return valueOf(stage.name());
        }
    }

    /**
     * What an address asks for, as {@link #address} writes it.
     *
     * @throws Refusal 400, a choice that there is none of
     */
    public static GridQuery of(Map<String, String> asked) {
        String sort = asked.getOrDefault("sort", "");
        boolean descending = sort.startsWith("-");
        String from = asked.getOrDefault("from", "0");
        if (!from.matches("-?[0-9]{1,9}")) {
            throw Refusal.bad("problem.choice", from);
        }
        return new GridQuery(
                asked.getOrDefault("q", "").strip(),
                choice(Stage.class, asked.getOrDefault("stage", "")),
                choice(Status.class, asked.getOrDefault("state", "")),
                asked.getOrDefault("wave", ""),
                asked.getOrDefault("owner", ""),
                asked.getOrDefault("method", ""),
                choice(Risk.class, asked.getOrDefault("risk", "")),
                choice(Rows.class, asked.getOrDefault("rows", "")),
                sort.isEmpty() ? Sort.NAME : required(Sort.class, descending ? sort.substring(1) : sort),
                descending,
                Math.max(0, Integer.parseInt(from)),
                columns(asked.getOrDefault("cols", "")));
    }

    /** In the order of the grid, each once; all of them are the same as none. */
    private static List<Sort> columns(String text) {
        Set<Sort> wanted = EnumSet.noneOf(Sort.class);
        for (String one : text.split(",")) {
            if (!one.isBlank()) {
                wanted.add(required(Sort.class, one.strip()));
            }
        }
        wanted.remove(Sort.NAME);
        return wanted.size() == Sort.values().length - 1 ? List.of() : List.copyOf(wanted);
    }

    private static <E extends Enum<E>> @Nullable E choice(Class<E> type, String text) {
        return text.isEmpty() ? null : required(type, text);
    }

    private static <E extends Enum<E>> E required(Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Refusal.bad("problem.choice", text);
        }
    }

    /** The same rows from another place on. */
    public GridQuery startingAt(int row) {
        return new GridQuery(text, stage, status, wave, owner, method, risk, rows, sort, descending, row, columns);
    }

    /** The same rows by another column; by the same column the other way round. */
    public GridQuery sortedBy(Sort column) {
        return new GridQuery(
                text,
                stage,
                status,
                wave,
                owner,
                method,
                risk,
                rows,
                column,
                column == sort && !descending,
                0,
                columns);
    }

    /** Only the order, no filter. */
    public GridQuery unfiltered() {
        return new GridQuery("", null, null, "", "", "", null, rows, sort, descending, 0, columns);
    }

    /** Only one status anywhere. */
    public GridQuery only(Status wanted) {
        return new GridQuery("", null, wanted, "", "", "", null, rows, sort, descending, 0, columns);
    }

    /** The parts that narrow what is shown, as the address names them, in the order of the form. */
    public enum Part {
        Q,
        STAGE,
        STATE,
        WAVE,
        OWNER,
        METHOD,
        RISK;

        /** As the address has it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The parts that narrow. */
    public List<Part> parts() {
        return Arrays.stream(Part.values())
                .filter(part -> !value(part).isEmpty())
                .toList();
    }

    /** What a part asks for, as the address has it; empty when it does not narrow. */
    public String value(Part part) {
        return switch (part) {
            case Q -> text;
            case STAGE -> stage == null ? "" : stage.name().toLowerCase(Locale.ROOT);
            case STATE -> status == null ? "" : status.key();
            case WAVE -> wave;
            case OWNER -> owner;
            case METHOD -> method;
            case RISK -> risk == null ? "" : risk.key();
        };
    }

    /** Without one part, from the first row on. */
    public GridQuery without(Part part) {
        return new GridQuery(
                part == Part.Q ? "" : text,
                part == Part.STAGE ? null : stage,
                part == Part.STATE ? null : status,
                part == Part.WAVE ? "" : wave,
                part == Part.OWNER ? "" : owner,
                part == Part.METHOD ? "" : method,
                part == Part.RISK ? null : risk,
                rows,
                sort,
                descending,
                0,
                columns);
    }

    /** By name, with the same filters. */
    public GridQuery unsorted() {
        return new GridQuery(text, stage, status, wave, owner, method, risk, rows, Sort.NAME, false, 0, columns);
    }

    /** Whether a column is shown. */
    public boolean shows(Sort column) {
        return columns.isEmpty() || columns.contains(column);
    }

    /** As {@link #shows(Sort)}; for templates, which write it {@code 'WAVE'}. */
    public boolean shows(String column) {
        return shows(Sort.valueOf(column));
    }

    /** The columns as the address has them; empty for all. */
    public String columnKeys() {
        return columns.stream().map(Sort::key).collect(Collectors.joining(","));
    }

    /** Whether anything is left out. */
    public boolean narrows() {
        return !parts().isEmpty();
    }

    /** The part of the address behind the question mark, empty parts left out; empty when there is nothing to say. */
    public String address() {
        StringBuilder out = new StringBuilder();
        for (Part part : Part.values()) {
            add(out, part.key(), value(part));
        }
        add(out, "rows", rows == null ? "" : rows.key());
        if (sort != Sort.NAME || descending) {
            add(out, "sort", sortKey());
        }
        add(out, "cols", columnKeys());
        if (from > 0) {
            add(out, "from", Integer.toString(from));
        }
        return out.toString();
    }

    /** {@code cutover}, {@code -slip}. */
    public String sortKey() {
        return (descending ? "-" : "") + sort.key();
    }

    private static void add(StringBuilder out, String name, String value) {
        if (!value.isEmpty()) {
            out.append(out.isEmpty() ? "?" : "&")
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
    }
}
