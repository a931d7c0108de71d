package io.gulliver.persistence.view;

import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.plan.MeasuredOutage;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Outages of runs, out of the steps of their outage. */
final class OutageRows {
    private final StoreDatabase db;
    private final Function<String, Optional<String>> methods;

    OutageRows(StoreDatabase db, Function<String, Optional<String>> methods) {
        this.db = db;
        this.methods = methods;
    }

    /** @param playbook its hash: who knows its method may have to read it, so not while rows are read */
    private record Row(String database, String playbook, MeasuredOutage outage) {}

    /**
     * Outages that go on or came through, by database. A run that was aborted or rolled back in its outage tells nothing of
     * how long one is. A rehearsal counts as long as production's would be by what it measured, see {@code RehearsalMeasures};
     * until that is written down, from its first step to its last.
     *
     * @param names of databases, or null for all
     */
    Map<String, List<MeasuredOutage>> of(String program, @Nullable Collection<String> names) {
        Map<String, List<MeasuredOutage>> found = new TreeMap<>();
        if (names != null && names.isEmpty()) {
            return found;
        }
        Map<String, Optional<String>> carried = new HashMap<>();
        db.jdbc()
                .sql("""
                select r.id, r.database_name, r.purpose, r.mode, r.playbook_hash,
                    (select m.rate_value from measured_rates m
                        where m.program = r.program and m.database_name = r.database_name and m.migration = r.id
                            and m.purpose = 'REHEARSAL' and m.name = r.playbook || '/(outage)') as rehearsed,
                    min(s.started_at) as users_out,
                    max(s.ended_at) as users_in, bool_and(s.state in ('DONE', 'SKIPPED')) as through
                from migrations r join migration_steps s on s.migration = r.id
                where r.program = :program and (:every or r.database_name in (:names)) and not r.evaluate_only
                    and s.phase = 'OUTAGE' and s.kind <> 'GATE'
                group by r.id, r.database_name, r.purpose, r.mode, r.playbook_hash
                having min(s.started_at) is not null
                    and (r.mode <> 'ENDED' or bool_and(s.state in ('DONE', 'SKIPPED')))
                """)
                .param("program", program)
                .param("every", names == null)
                .param("names", names == null ? List.of("") : List.copyOf(names))
                .query((row, n) -> {
                    Instant out = RowValues.instant(row, "users_out");
                    double rehearsed = row.getDouble("rehearsed");
                    Instant in = row.wasNull()
                            ? row.getBoolean("through") ? RowValues.instantOrNull(row, "users_in") : null
                            : out.plusMillis(Math.round(rehearsed * 1000));
                    return new Row(
                            row.getString("database_name"),
                            row.getString("playbook_hash"),
                            new MeasuredOutage(
                                    row.getString("id"), Purpose.valueOf(row.getString("purpose")), null, out, in));
                })
                .list()
                .forEach(row -> found.computeIfAbsent(row.database(), name -> new ArrayList<>())
                        .add(row.outage()
                                .by(carried.computeIfAbsent(row.playbook(), methods)
                                        .orElse(null))));
        return found;
    }
}
