package io.gulliver.ui.read;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.Platforms;
import io.gulliver.domain.plan.Headline;
import io.gulliver.evidence.inventory.PeopleColumn;
import io.gulliver.persistence.view.DatabaseGrid;
import io.gulliver.persistence.view.DatabaseReader;
import io.gulliver.persistence.view.FactReader;
import io.gulliver.persistence.view.GridRow;
import io.gulliver.persistence.view.LandingReader;
import io.gulliver.persistence.view.PeopleReader;
import io.gulliver.persistence.view.SharedReader;
import io.gulliver.service.planning.BuildDesignService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.SizingService;
import io.gulliver.ui.database.DatabaseHead;
import io.gulliver.ui.database.DatabaseViews;
import io.gulliver.ui.frame.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** One database on the store: what people said of it, where it goes, and what was collected. */
@Component
class StoredDatabase implements DatabaseViews {
    /** Under which names sources say their platform: asked live, and by a capture. */
    private static final Set<String> PLATFORM = Set.of("platform", "database.platform");

    private final DatabaseGrid grid;
    private final PlanService planning;
    private final DatabaseReader databases;
    private final LandingReader landings;
    private final FactReader facts;
    private final PeopleReader people;
    private final SharedReader shared;
    private final BuildDesignService designs;
    private final Words words;

    StoredDatabase(
            DatabaseGrid grid,
            PlanService planning,
            DatabaseReader databases,
            LandingReader landings,
            FactReader facts,
            PeopleReader people,
            SharedReader shared,
            BuildDesignService designs,
            Words words) {
        this.grid = grid;
        this.planning = planning;
        this.databases = databases;
        this.landings = landings;
        this.facts = facts;
        this.people = people;
        this.shared = shared;
        this.designs = designs;
        this.words = words;
    }

    @Override
    public Optional<DatabaseHead> head(String program, String database) {
        planning.follow(program);
        Optional<GridRow> found = grid.row(program, database);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        GridRow row = found.get();
        Headline headline = row.headline();
        DatabaseProfile profile = databases.require(program, row.name()).profile();
        List<String> near = new ArrayList<>();
        if (row.version() != null) {
            near.add(words.text("database.release", row.version()));
        }
        return Optional.of(new DatabaseHead(
                row.name(),
                row.application(),
                row.environment().name().toLowerCase(Locale.ROOT),
                profile.criticality(),
                row.wave() == null ? null : StoredGrid.wave(row.wave()),
                profile.moveGroup(),
                headline.method(),
                headline.predicted(),
                headline.outages().window(),
                headline.outages(),
                headline.gigabytes(),
                headline.sizeSource(),
                headline.missing(),
                headline.openRisks(),
                headline.verdict(),
                row.owner(),
                new DatabaseHead.Bank(row.host(), near, platform(program, row.name())),
                landings.find(program, row.name()).map(this::far).orElse(new DatabaseHead.Bank(null, List.of())),
                StageCells.of(row.stages()),
                row.slip(),
                people.find(program, row.application()).map(StoredDatabase::who).orElse(List.of()),
                null));
    }

    @Override
    public Optional<DatabaseHead> shared(String program, String name) {
        int colon = name.indexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String kind = name.substring(0, colon);
        String thing = name.substring(colon + 1);
        return shared.landing(program, kind, thing)
                .or(() -> planned(program, kind, thing))
                .map(landing -> DatabaseHead.shared(name, landing));
    }

    /** A server that nobody has asked for yet may have been evaluated. */
    private Optional<List<String>> planned(String program, String kind, String thing) {
        return Optional.of(thing)
                .filter(server -> kind.equals(SizingService.SERVER))
                .map(server -> designs.landing(program, server))
                .filter(landing -> !landing.isEmpty());
    }

    /** The platform of the source with its byte order, where the source says that it is no x86. */
    private @Nullable String platform(String program, String database) {
        return facts.list(program, database).stream()
                .filter(fact -> PLATFORM.contains(fact.name()))
                .map(fact -> fact.value().toString())
                .filter(name -> Platforms.endianFormat(name).isPresent()
                        && !Platforms.plain(name).matches(".*(x86|amd|windows|ia 32).*"))
                .map(name -> words.text(
                        "database.near.of",
                        name,
                        Platforms.endianFormat(name).orElseThrow().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(null);
    }

    private static List<DatabaseHead.Who> who(ApplicationPeople people) {
        List<DatabaseHead.Who> named = new ArrayList<>();
        for (PeopleColumn column : PeopleColumn.values()) {
            String who = column.of(people);
            if (column != PeopleColumn.APPLICATION && who != null) {
                named.add(new DatabaseHead.Who(column.key(), who));
            }
        }
        return named;
    }

    private DatabaseHead.Bank far(Landing landing) {
        List<String> lines = new ArrayList<>();
        if (landing.targetDatabase() != null) {
            lines.add(
                    landing.pluggable() == null
                            ? landing.targetDatabase()
                            : landing.targetDatabase() + "/" + landing.pluggable());
        }
        if (landing.release() != null) {
            lines.add(words.text("database.release", landing.release()));
        }
        return new DatabaseHead.Bank(landing.servers().isEmpty() ? null : String.join(", ", landing.servers()), lines);
    }
}
