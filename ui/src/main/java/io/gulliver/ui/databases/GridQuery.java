package io.gulliver.ui.databases;

import io.gulliver.domain.migration.Stage;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.problem.Refusal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
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
        int from) {
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
                Math.max(0, Integer.parseInt(from)));
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
        return new GridQuery(text, stage, status, wave, owner, method, risk, rows, sort, descending, row);
    }

    /** The same rows by another column; by the same column the other way round. */
    public GridQuery sortedBy(Sort column) {
        return new GridQuery(
                text, stage, status, wave, owner, method, risk, rows, column, column == sort && !descending, 0);
    }

    /** Only the order, no filter. */
    public GridQuery unfiltered() {
        return new GridQuery("", null, null, "", "", "", null, rows, sort, descending, 0);
    }

    /** Only one status anywhere. */
    public GridQuery only(Status wanted) {
        return new GridQuery("", null, wanted, "", "", "", null, rows, sort, descending, 0);
    }

    /** Whether anything is left out. */
    public boolean narrows() {
        return !text.isEmpty()
                || stage != null
                || status != null
                || !wave.isEmpty()
                || !owner.isEmpty()
                || !method.isEmpty()
                || risk != null;
    }

    /** The part of the address behind the question mark, empty parts left out; empty when there is nothing to say. */
    public String address() {
        StringBuilder out = new StringBuilder();
        add(out, "q", text);
        add(out, "stage", stage == null ? "" : stage.name().toLowerCase(Locale.ROOT));
        add(out, "state", status == null ? "" : status.key());
        add(out, "wave", wave);
        add(out, "owner", owner);
        add(out, "method", method);
        add(out, "risk", risk == null ? "" : risk.key());
        add(out, "rows", rows == null ? "" : rows.key());
        if (sort != Sort.NAME || descending) {
            add(out, "sort", sortKey());
        }
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
