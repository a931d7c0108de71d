package io.gulliver.ui.read;

import io.gulliver.domain.plan.Headline;
import io.gulliver.persistence.view.DatabaseGrid;
import io.gulliver.persistence.view.GridFilter;
import io.gulliver.service.planning.PlanService;
import io.gulliver.ui.databases.DatabaseGridReader;
import io.gulliver.ui.databases.DatabaseRow;
import io.gulliver.ui.databases.GridPage;
import io.gulliver.ui.databases.GridQuery;
import io.gulliver.ui.frame.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The grid on the store. */
@Component
class StoredGrid implements DatabaseGridReader {
    private final DatabaseGrid grid;
    private final PlanService planning;

    StoredGrid(DatabaseGrid grid, PlanService planning) {
        this.grid = grid;
        this.planning = planning;
    }

    @Override
    public GridPage page(String program, GridQuery query) {
        planning.follow(program);
        DatabaseGrid.Totals totals = grid.totals(program);
        Map<Status, Integer> states = new EnumMap<>(Status.class);
        totals.states().forEach((status, many) -> states.put(StageCells.status(status), many));
        List<String> waves = totals.waves().stream().map(StoredGrid::wave).toList();
        if (!query.wave().isEmpty() && !query.wave().matches("W[0-9]{1,6}")) {
            // a wave that cannot exist matches nothing
            return new GridPage(
                    List.of(),
                    0,
                    0,
                    totals.databases(),
                    totals.across(),
                    states,
                    waves,
                    totals.owners(),
                    totals.methods());
        }
        Status status = query.status();
        DatabaseGrid.GridPage page = grid.page(
                program,
                new GridFilter(
                        query.text(),
                        query.stage(),
                        status == null ? null : StageCells.stored(status),
                        query.wave().isEmpty()
                                ? null
                                : Integer.valueOf(query.wave().substring(1)),
                        query.owner().isEmpty() ? null : query.owner(),
                        query.method().isEmpty() ? null : query.method(),
                        query.risk() == null ? null : query.risk().least(),
                        GridFilter.Sort.valueOf(query.sort().name()),
                        query.descending(),
                        query.from(),
                        null,
                        GridQuery.CHUNK));
        return new GridPage(
                page.rows().stream().map(StoredGrid::row).toList(),
                page.matching(),
                page.gigabytes(),
                totals.databases(),
                totals.across(),
                states,
                waves,
                totals.owners(),
                totals.methods());
    }

    @Override
    public Optional<DatabaseRow> row(String program, String database) {
        planning.follow(program);
        return grid.row(program, database).map(StoredGrid::row);
    }

    private static DatabaseRow row(io.gulliver.persistence.view.GridRow row) {
        Headline headline = row.headline();
        return new DatabaseRow(
                row.name(),
                row.application(),
                row.wave() == null ? null : wave(row.wave()),
                row.environment().name().toLowerCase(Locale.ROOT),
                StageCells.of(row.stages()),
                row.slip(),
                row.risk(),
                headline.method(),
                headline.predicted(),
                headline.outages().window(),
                headline.outages(),
                headline.gigabytes(),
                headline.sizeSource(),
                headline.missing(),
                headline.openRisks(),
                headline.verdict(),
                row.version(),
                row.owner(),
                row.host());
    }

    static String wave(int number) {
        return "W" + number;
    }
}
