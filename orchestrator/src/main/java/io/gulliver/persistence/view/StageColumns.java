package io.gulliver.persistence.view;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.persistence.RowValues;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The time columns of {@code database_stages}. */
public final class StageColumns {
    private StageColumns() {}

    /** Times of the stage of a row. */
    public static StageTimes times(ResultSet row) throws SQLException {
        return new StageTimes(
                Stage.valueOf(row.getString("stage")),
                RowValues.instantOrNull(row, "baseline_start"),
                RowValues.instantOrNull(row, "baseline_end"),
                RowValues.instantOrNull(row, "planned_start"),
                RowValues.instantOrNull(row, "planned_end"),
                RowValues.instantOrNull(row, "forecast_start"),
                RowValues.instantOrNull(row, "forecast_end"),
                RowValues.instantOrNull(row, "actual_start"),
                RowValues.instantOrNull(row, "actual_end"));
    }
}
