package io.gulliver.service.collection;

import io.gulliver.assessment.facts.InventoryReview;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.Program;
import io.gulliver.evidence.inventory.InventoryColumn;
import io.gulliver.evidence.inventory.InventoryFile;
import io.gulliver.evidence.inventory.InventoryProblem;
import io.gulliver.evidence.inventory.InventoryReader;
import io.gulliver.evidence.inventory.InventoryReading;
import io.gulliver.evidence.inventory.InventoryWorkbook;
import io.gulliver.evidence.inventory.PeopleColumn;
import io.gulliver.evidence.inventory.PeopleReading;
import io.gulliver.evidence.inventory.UnknownColumn;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.people.PeopleStore;
import io.gulliver.persistence.program.ProgramStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes an inventory into a program: first the difference, then, if wanted, all of it or nothing. Databases that the file
 * does not name stay as they are, and so do columns that it does not have.
 */
public final class InventoryImport {
    private final StoreDatabase db;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final PeopleStore people;
    private final InventoryReview review;

    public InventoryImport(
            StoreDatabase db,
            ProgramStore programs,
            DatabaseStore databases,
            PeopleStore people,
            InventoryReview review) {
        this.review = review;
        this.db = db;
        this.programs = programs;
        this.databases = databases;
        this.people = people;
    }

    /**
     * What an import would do, or did.
     *
     * @param applied whether anything was written, or nothing had to be
     * @param added names of new databases, in the order of the file
     * @param changed databases with their changed fields
     * @param unchanged how many are as they were
     * @param people the same for the people of applications
     * @param unknown columns of which nobody said that they are tags; while there is one, nothing is written
     * @param remarks values that are kept as they are, and of which somebody should know what they mean
     * @param rejected every problem, in the order of the file, those of databases first
     */
    public record Difference(
            boolean applied,
            List<Added> added,
            List<Changed> changed,
            int unchanged,
            PeopleDifference people,
            List<UnknownColumn> unknown,
            List<InventoryProblem> remarks,
            List<InventoryProblem> rejected) {
        public Difference {
            added = List.copyOf(added);
            changed = List.copyOf(changed);
            unknown = List.copyOf(unknown);
            remarks = List.copyOf(remarks);
            rejected = List.copyOf(rejected);
        }
    }

    /**
     * What an import would do, or did, to the people of applications.
     *
     * @param added applications for which nobody was named before, in the order of the file
     * @param changed applications with their changed fields
     * @param unchanged how many are as they were
     */
    public record PeopleDifference(List<String> added, List<ChangedPeople> changed, int unchanged) {
        public PeopleDifference {
            added = List.copyOf(added);
            changed = List.copyOf(changed);
        }
    }

    /** An application whose people differ from what is stored. */
    public record ChangedPeople(long line, String application, List<Field> fields) {
        public ChangedPeople {
            fields = List.copyOf(fields);
        }
    }

    /** A difference and what must be written for it. */
    private record Found(Difference difference, List<ApplicationPeople> people) {}

    /** A new database and its line. */
    public record Added(long line, String database, DatabaseProfile profile) {}

    /** A database whose line differs from what is stored. */
    public record Changed(long line, String database, long version, List<Field> fields, DatabaseProfile profile) {
        public Changed {
            fields = List.copyOf(fields);
        }
    }

    /**
     * One field that differs.
     *
     * @param column its name
     * @param before stored value, or null for none
     * @param after the file's value, or null for none
     */
    public record Field(
            String column,
            @Nullable String before,
            @Nullable String after) {}

    /**
     * Shows what an import would do; writes nothing.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    public Difference preview(String program, byte[] file) {
        return found(programs.require(program), InventoryFile.read(file), List.of())
                .difference();
    }

    /**
     * Imports the file: everything, or nothing when a line has a problem; with {@code partial} the lines without one.
     * Nothing while it has a column that nobody knows: one that is misspelt would be lost.
     *
     * @param tags columns that are tags, as the person says who sends the file
     * @throws io.gulliver.persistence.UnknownRowException no such program
     * @throws io.gulliver.persistence.StaleVersionException somebody edited one of the databases at the same moment;
     *     nothing was written
     */
    public Difference apply(String program, byte[] file, boolean partial, Collection<String> tags, String by) {
        Program known = programs.require(program);
        InventoryWorkbook read = InventoryFile.read(file);
        return db.inTransaction(() -> {
            Found found = found(known, read, tags);
            Difference difference = found.difference();
            if (!read.inventory().readable()
                    || !difference.unknown().isEmpty()
                    || !difference.rejected().isEmpty() && !partial) {
                return difference;
            }
            databases.add(
                    program, difference.added().stream().map(Added::profile).toList(), by);
            for (Changed change : difference.changed()) {
                databases.update(program, change.profile(), change.version(), by);
            }
            people.put(program, found.people(), by);
            return new Difference(
                    true,
                    difference.added(),
                    difference.changed(),
                    difference.unchanged(),
                    difference.people(),
                    difference.unknown(),
                    difference.remarks(),
                    difference.rejected());
        });
    }

    /** Columns beside those of an inventory that Gulliver reads, as headers spell them. */
    public SortedSet<String> tags() {
        return review.tags();
    }

    /** Columns that the file has, less those that Gulliver reads, that databases have already, or that are said to be tags. */
    private List<UnknownColumn> unknown(
            Program program, InventoryReading reading, Collection<SourceDatabase> stored, Collection<String> tags) {
        Set<String> known = new TreeSet<>(review.tags());
        tags.forEach(tag -> known.add(InventoryReader.normal(tag)));
        String window = ProgramPolicy.of(program).windowTag();
        if (window != null) {
            known.add(window);
        }
        stored.forEach(database -> known.addAll(database.profile().tags().keySet()));
        return UnknownColumn.of(reading.tags(), known);
    }

    private Found found(Program owner, InventoryWorkbook read, Collection<String> tags) {
        String program = owner.key();
        InventoryReading reading = read.inventory();
        Map<String, SourceDatabase> stored = new HashMap<>();
        if (reading.readable()) {
            databases
                    .list(program)
                    .forEach(database -> stored.put(database.name().toUpperCase(Locale.ROOT), database));
        }
        List<Added> added = new ArrayList<>();
        List<Changed> changed = new ArrayList<>();
        List<InventoryProblem> rejected = new ArrayList<>(reading.problems());
        int unchanged = 0;
        for (InventoryReading.Row row : reading.rows()) {
            DatabaseProfile given = row.profile();
            SourceDatabase before = stored.get(given.database().toUpperCase(Locale.ROOT));
            if (before == null) {
                added.add(new Added(row.line(), given.database(), given));
                continue;
            }
            DatabaseProfile after;
            try {
                after = merged(before.profile(), given, reading);
            } catch (IllegalArgumentException e) {
                // each column is sound, but not together with what is stored of a column that the file lacks
                rejected.add(new InventoryProblem(
                        reading.sheet(),
                        row.line(),
                        null,
                        InventoryColumn.DATABASE.key(),
                        String.valueOf(e.getMessage()),
                        "Give both columns in the file"));
                continue;
            }
            List<Field> fields = fields(before.profile(), after);
            if (fields.isEmpty()) {
                unchanged++;
            } else {
                changed.add(new Changed(row.line(), before.name(), before.version(), fields, after));
            }
        }
        Set<String> applications = new HashSet<>();
        stored.values()
                .forEach(database -> applications.add(folded(database.profile().application())));
        added.forEach(one -> applications.add(folded(one.profile().application())));
        changed.forEach(one -> applications.add(folded(one.profile().application())));
        List<ApplicationPeople> written = new ArrayList<>();
        PeopleDifference ofPeople = people(program, read.people(), applications, written, rejected);
        return new Found(
                new Difference(
                        false,
                        added,
                        changed,
                        unchanged,
                        ofPeople,
                        unknown(owner, reading, stored.values(), tags),
                        review.remarks(reading),
                        rejected),
                written);
    }

    /** @param written takes what must be kept @param rejected takes the problems */
    private PeopleDifference people(
            String program,
            PeopleReading reading,
            Set<String> applications,
            List<ApplicationPeople> written,
            List<InventoryProblem> rejected) {
        rejected.addAll(reading.problems());
        Map<String, ApplicationPeople> stored = new HashMap<>();
        if (!reading.rows().isEmpty()) {
            people.list(program).forEach(one -> stored.put(folded(one.application()), one));
        }
        List<String> added = new ArrayList<>();
        List<ChangedPeople> changed = new ArrayList<>();
        int unchanged = 0;
        for (PeopleReading.Row row : reading.rows()) {
            ApplicationPeople given = row.people();
            if (!applications.contains(folded(given.application()))) {
                rejected.add(new InventoryProblem(
                        reading.sheet(),
                        row.line(),
                        PeopleColumn.APPLICATION.key(),
                        given.application(),
                        "no database of the program or of this file has this application",
                        "Correct the name, or add its databases"));
                continue;
            }
            ApplicationPeople before = stored.get(folded(given.application()));
            if (before == null) {
                added.add(given.application());
                written.add(given);
                continue;
            }
            ApplicationPeople after = merged(before, given, reading.columns());
            List<Field> fields = Arrays.stream(PeopleColumn.values())
                    .filter(column -> !Objects.equals(column.of(before), column.of(after)))
                    .map(column -> new Field(column.key(), column.of(before), column.of(after)))
                    .toList();
            if (fields.isEmpty()) {
                unchanged++;
            } else {
                changed.add(new ChangedPeople(row.line(), before.application(), fields));
                written.add(after);
            }
        }
        return new PeopleDifference(added, changed, unchanged);
    }

    /** The stored people with the columns that the file has; the stored spelling of the application stays. */
    private static ApplicationPeople merged(
            ApplicationPeople stored, ApplicationPeople given, List<PeopleColumn> columns) {
        Map<PeopleColumn, @Nullable String> values = new EnumMap<>(PeopleColumn.class);
        for (PeopleColumn column : PeopleColumn.values()) {
            values.put(column, column.of(columns.contains(column) ? given : stored));
        }
        return new ApplicationPeople(
                stored.application(),
                values.get(PeopleColumn.BUSINESS_OWNER),
                values.get(PeopleColumn.TECHNICAL_OWNER),
                values.get(PeopleColumn.DEPUTY),
                values.get(PeopleColumn.ON_CALL),
                values.get(PeopleColumn.ESCALATION));
    }

    private static String folded(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** The stored profile with the columns that the file has; the stored spelling of the name stays. */
    private static DatabaseProfile merged(DatabaseProfile stored, DatabaseProfile given, InventoryReading reading) {
        SortedMap<String, String> tags = new TreeMap<>(stored.tags());
        reading.tags().forEach(tags::remove);
        tags.putAll(given.tags());
        Pick pick = new Pick(reading.columns());
        return new DatabaseProfile(
                stored.database(),
                given.application(),
                given.environment(),
                pick.of(InventoryColumn.CRITICALITY, given.criticality(), stored.criticality()),
                pick.of(InventoryColumn.SOURCE_HOST, given.sourceHost(), stored.sourceHost()),
                pick.of(InventoryColumn.SOURCE_PORT, given.sourcePort(), stored.sourcePort()),
                pick.of(InventoryColumn.SOURCE_SERVICE, given.sourceService(), stored.sourceService()),
                pick.of(InventoryColumn.ORACLE_VERSION, given.oracleVersion(), stored.oracleVersion()),
                pick.of(InventoryColumn.SIZE_GB, given.gigabytes(), stored.gigabytes()),
                pick.of(
                        InventoryColumn.OUTAGE_WINDOW_MINUTES,
                        given.outageWindowMinutes(),
                        stored.outageWindowMinutes()),
                pick.of(InventoryColumn.OWNER, given.owner(), stored.owner()),
                pick.of(InventoryColumn.TEAM, given.team(), stored.team()),
                pick.of(InventoryColumn.MOVE_GROUP, given.moveGroup(), stored.moveGroup()),
                pick.of(InventoryColumn.EARLIEST, given.earliest(), stored.earliest()),
                pick.of(InventoryColumn.LATEST, given.latest(), stored.latest()),
                pick.of(InventoryColumn.TARGET_KIND, given.targetKind(), stored.targetKind()),
                pick.of(InventoryColumn.TARGET_SERVER, given.targetServer(), stored.targetServer()),
                pick.of(InventoryColumn.TARGET_DATABASE, given.targetDatabase(), stored.targetDatabase()),
                pick.of(InventoryColumn.TARGET_RELEASE, given.targetRelease(), stored.targetRelease()),
                pick.of(InventoryColumn.SOURCE_TOPOLOGY, given.sourceTopology(), stored.sourceTopology()),
                pick.of(InventoryColumn.DR, given.disasterRecovery(), stored.disasterRecovery()),
                pick.of(InventoryColumn.CREDENTIAL, given.credential(), stored.credential()),
                pick.of(InventoryColumn.NOTES, given.notes(), stored.notes()),
                tags);
    }

    private record Pick(List<String> columns) {
        <T> @Nullable T of(InventoryColumn column, @Nullable T given, @Nullable T stored) {
            return columns.contains(column.key()) ? given : stored;
        }
    }

    private static List<Field> fields(DatabaseProfile before, DatabaseProfile after) {
        List<Field> fields = new ArrayList<>();
        Map<InventoryColumn, Object> old = values(before);
        Map<InventoryColumn, Object> now = values(after);
        for (InventoryColumn column : InventoryColumn.values()) {
            if (!Objects.equals(old.get(column), now.get(column))) {
                fields.add(new Field(column.key(), text(old.get(column)), text(now.get(column))));
            }
        }
        TreeMap<String, String> names = new TreeMap<>(before.tags());
        names.putAll(after.tags());
        for (String tag : names.keySet()) {
            String was = before.tags().get(tag);
            String is = after.tags().get(tag);
            if (!Objects.equals(was, is)) {
                fields.add(new Field(tag, was, is));
            }
        }
        return fields;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null
                ? null
                : value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : value.toString();
    }

    private static Map<InventoryColumn, Object> values(DatabaseProfile profile) {
        Map<InventoryColumn, Object> values = new EnumMap<>(InventoryColumn.class);
        put(values, InventoryColumn.DATABASE, profile.database());
        put(values, InventoryColumn.APPLICATION, profile.application());
        put(values, InventoryColumn.ENVIRONMENT, profile.environment());
        put(values, InventoryColumn.CRITICALITY, profile.criticality());
        put(values, InventoryColumn.SOURCE_HOST, profile.sourceHost());
        put(values, InventoryColumn.SOURCE_PORT, profile.sourcePort());
        put(values, InventoryColumn.SOURCE_SERVICE, profile.sourceService());
        put(values, InventoryColumn.ORACLE_VERSION, profile.oracleVersion());
        put(values, InventoryColumn.SIZE_GB, profile.gigabytes());
        put(values, InventoryColumn.OUTAGE_WINDOW_MINUTES, profile.outageWindowMinutes());
        put(values, InventoryColumn.OWNER, profile.owner());
        put(values, InventoryColumn.TEAM, profile.team());
        put(values, InventoryColumn.MOVE_GROUP, profile.moveGroup());
        put(values, InventoryColumn.EARLIEST, profile.earliest());
        put(values, InventoryColumn.LATEST, profile.latest());
        put(values, InventoryColumn.TARGET_KIND, profile.targetKind());
        put(values, InventoryColumn.TARGET_SERVER, profile.targetServer());
        put(values, InventoryColumn.TARGET_DATABASE, profile.targetDatabase());
        put(values, InventoryColumn.TARGET_RELEASE, profile.targetRelease());
        put(values, InventoryColumn.SOURCE_TOPOLOGY, profile.sourceTopology());
        put(values, InventoryColumn.DR, profile.disasterRecovery());
        put(values, InventoryColumn.CREDENTIAL, profile.credential());
        put(values, InventoryColumn.NOTES, profile.notes());
        return values;
    }

    private static void put(Map<InventoryColumn, Object> values, InventoryColumn column, @Nullable Object value) {
        if (value != null) {
            values.put(column, value);
        }
    }
}
