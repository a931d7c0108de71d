package io.gulliver.persistence.view;

import java.sql.Types;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** The slip of each database beside its row: lists are sorted and cut by it; what is shown is read from the stages. */
public final class SlipColumn {
    private SlipColumn() {}

    /** Keeps slips, in whole seconds; null where nothing was agreed. */
    public static void write(
            NamedParameterJdbcTemplate batch, String program, Map<String, ? extends @Nullable Duration> slips) {
        MapSqlParameterSource[] rows = slips.entrySet().stream()
                .map(entry -> new MapSqlParameterSource()
                        .addValue("program", program)
                        .addValue("database", entry.getKey())
                        .addValue(
                                "slip",
                                entry.getValue() == null
                                        ? null
                                        : entry.getValue().toSeconds(),
                                Types.BIGINT))
                .toArray(MapSqlParameterSource[]::new);
        batch.batchUpdate("""
                update source_databases set slip_seconds = :slip
                where program = :program and database_name = :database and slip_seconds is distinct from :slip
                """, rows);
    }
}
