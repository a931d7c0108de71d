package io.gulliver.lab.oracle;

import io.gulliver.lab.HostLoad;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows of computed views for one query: they stand in tables of the connection alone, and go when the query has
 * been answered.
 */
final class LabComputed implements AutoCloseable {

    /** Takes one row: values in the order of the view's columns, those left out at the end are what nobody says. */
    @FunctionalInterface
    interface Sink {
        void row(@Nullable Object... values);
    }

    private static final int BATCH = 500;

    private final Connection c;
    private final List<String> made = new ArrayList<>();
    private final List<LabRowSource> sources;

    private LabComputed(Connection c, List<LabRowSource> sources) {
        this.c = c;
        this.sources = sources;
    }

    /** Whoever knows the rows of some views. */
    interface LabRowSource {
        /** Hands over the rows of a view, or answers false for one of somebody else. */
        boolean rows(String view, Sink sink);
    }

    /** The views of a query, filled; close it when the query has been answered. */
    static LabComputed of(
            Connection c,
            LabDatabase database,
            HostLoad load,
            Instant now,
            List<LabViews.View> asked,
            List<String> violations) {
        if (asked.stream().noneMatch(LabViews.View::computed)) {
            return new LabComputed(c, List.of());
        }
        LabDatabaseSpec spec = database.spec();
        Instant startup = Rows.query(c, "select min(startup_time) t from GV$INSTANCE").stream()
                .map(row ->
                        ((java.sql.Timestamp) row.get("T")).toLocalDateTime().toInstant(ZoneOffset.UTC))
                .findFirst()
                .orElse(now);
        LabActivity activity = new LabActivity(spec, load, startup, now);
        LabInstanceViews instance = new LabInstanceViews(c, spec, activity);
        LabComputed computed = new LabComputed(
                c,
                List.of(
                        instance,
                        new LabAsmViews(c, database),
                        new LabHistoryViews(c, spec, activity, instance),
                        new LabObjectViews(c, spec, activity, violations)));
        asked.stream().filter(LabViews.View::computed).forEach(computed::make);
        return computed;
    }

    private void make(LabViews.View view) {
        Rows.run(c, "CREATE LOCAL TEMPORARY TABLE " + view.name() + " (" + LabViews.ddl(view) + ")");
        made.add(view.name());
        boolean one = !view.of().isEmpty();
        String from = one ? view.of() : view.name();
        int width = view.columns().size();
        try (PreparedStatement insert =
                c.prepareStatement("insert into " + view.name() + " values (?" + ", ?".repeat(width - 1) + ")")) {
            int[] waiting = {0};
            Sink sink = values -> {
                try {
                    int skip = 0;
                    if (one) {
                        if (!Integer.valueOf(1).equals(values[0])) {
                            return;
                        }
                        skip = 1;
                    }
                    for (int i = 0; i < width; i++) {
                        int at = i + skip;
                        String preset = view.columns().get(i).preset();
                        insert.setObject(i + 1, at < values.length ? values[at] : preset.isEmpty() ? null : preset);
                    }
                    insert.addBatch();
                    if (++waiting[0] % BATCH == 0) {
                        insert.executeBatch();
                    }
                } catch (SQLException e) {
                    throw new IllegalStateException("Rows of " + view.name() + ": " + e.getMessage(), e);
                }
            };
            if (sources.stream().noneMatch(source -> source.rows(from, sink))) {
                throw new IllegalStateException("The lab has no rows for " + from);
            }
            insert.executeBatch();
            if (view.columns().stream().anyMatch(column -> column.name().equals("SNAP_ID"))) {
                // Histories are joined by their snapshots.
                Rows.run(c, "CREATE INDEX LAB$BY_SNAP_" + made.size() + " ON " + view.name() + " (SNAP_ID)");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Rows of " + view.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        made.forEach(view -> Rows.run(c, "DROP TABLE IF EXISTS " + view));
    }
}
