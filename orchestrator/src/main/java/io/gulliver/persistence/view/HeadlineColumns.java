package io.gulliver.persistence.view;

import io.gulliver.domain.plan.Feasibility;
import io.gulliver.domain.plan.Headline;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The headline figures of a database among the columns of {@code method_assessments}, where judging it keeps them. */
public final class HeadlineColumns {
    private HeadlineColumns() {}

    /** Columns {@code size_gb} and {@code size_source}: the used size, or null while nobody said it. */
    public static Headline.@Nullable Size size(ResultSet row) throws SQLException {
        double gigabytes = row.getDouble("size_gb");
        String source = row.getString("size_source");
        return source == null ? null : new Headline.Size(gigabytes, source);
    }

    /** Column {@code feasible}: whether it can cross, or null while nobody looked. */
    public static @Nullable Feasibility feasible(ResultSet row) throws SQLException {
        String word = row.getString("feasible");
        return word == null ? null : Feasibility.find(word).orElse(null);
    }
}
