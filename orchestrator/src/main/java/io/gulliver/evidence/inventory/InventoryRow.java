package io.gulliver.evidence.inventory;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.DisasterRecovery;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.SourceTopology;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.evidence.Regex;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** One line on its way to a profile; tells each problem as it finds it and goes on. */
final class InventoryRow {
    /** Told of each problem. */
    interface Problems {
        void tell(String column, String value, String why, String remedy);
    }

    private final Map<InventoryColumn, String> values = new EnumMap<>(InventoryColumn.class);
    private final boolean commas;
    private final Problems problems;
    private boolean broken;

    InventoryRow(boolean decimalCommas, Problems problems) {
        this.commas = decimalCommas;
        this.problems = problems;
    }

    void put(InventoryColumn column, String raw) {
        String value = raw.strip();
        if (value.isEmpty()) {
            if (column.required()) {
                wrong(column, "", "the value is missing", "Give it; this column is required");
            }
            return;
        }
        if (sound(column.key(), value, column.length(), column == InventoryColumn.NOTES)) {
            values.put(column, value);
        }
    }

    @Nullable
    String tag(String name, String raw) {
        String value = raw.strip();
        return value.isEmpty() || !sound(name, value, 1000, true) ? null : value;
    }

    private boolean sound(String column, String value, int length, boolean lines) {
        String why = null;
        String remedy = "";
        if (value.length() > length) {
            why = "the value has " + value.length() + " characters, at most " + length + " are kept";
            remedy = "Shorten it, and check that every quotation mark before it is closed";
        } else if (value.chars()
                .anyMatch(c -> Character.isISOControl(c) && !(lines && (c == '\n' || c == '\r' || c == '\t')))) {
            why = "the value holds a control character or a line break";
            remedy = "Remove it";
        } else if (value.startsWith("=") || value.startsWith("@") || Regex.matches(value, "(?s)[+-].*[(!|].*")) {
            why = "the cell is a formula";
            remedy = "Put in the value that it computes; formulas are never taken over";
        }
        if (why == null) {
            return true;
        }
        broken = true;
        problems.tell(column, value, why, remedy);
        return false;
    }

    private void wrong(InventoryColumn column, String value, String why, String remedy) {
        broken = true;
        problems.tell(column.key(), value, why, remedy);
    }

    /** The database's name, if it has one. */
    @Nullable
    String name() {
        return values.get(InventoryColumn.DATABASE);
    }

    /** What the line says, or null when something is wrong with it. */
    @Nullable
    DatabaseProfile profile(SortedMap<String, String> tags) {
        matching(
                InventoryColumn.DATABASE,
                "[A-Za-z0-9]([A-Za-z0-9_.$#-]*[A-Za-z0-9_$#])?",
                "this is no name of a database",
                "Give a name of letters, digits, dot, dash, _, $ and #, which begins with a letter or digit and does not end"
                        + " with a dot");
        Environment environment = word(InventoryColumn.ENVIRONMENT, Environment.class);
        Integer criticality = whole(InventoryColumn.CRITICALITY, 1, 4);
        String host = matching(
                InventoryColumn.SOURCE_HOST,
                "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f:]{2,39}",
                "this is no host name or address",
                "Give the host alone, without a URL, user or port");
        Integer port = whole(InventoryColumn.SOURCE_PORT, 1, 65_535);
        String service = matching(
                InventoryColumn.SOURCE_SERVICE,
                "[A-Za-z0-9_.$#-]+",
                "this is no service name",
                "Give the service alone, without a URL");
        String release = release(InventoryColumn.ORACLE_VERSION);
        Double gigabytes = gigabytes();
        Integer window = whole(InventoryColumn.OUTAGE_WINDOW_MINUTES, 1, 100_000);
        LocalDate earliest = day(InventoryColumn.EARLIEST);
        LocalDate latest = day(InventoryColumn.LATEST);
        if (earliest != null && latest != null && latest.isBefore(earliest)) {
            wrong(
                    InventoryColumn.LATEST,
                    latest.toString(),
                    "it lies before earliest, " + earliest,
                    "Exchange or correct the two days");
        }
        TargetKind kind = word(InventoryColumn.TARGET_KIND, TargetKind.class);
        String server = matching(
                InventoryColumn.TARGET_SERVER,
                "[A-Za-z0-9._-]{1,128}([\\s,;+]+[A-Za-z0-9._-]{1,128})*",
                "this is no list of server names",
                "Give names of letters, digits, dot, dash and underscore, separated by spaces");
        String target = matching(
                InventoryColumn.TARGET_DATABASE,
                "[A-Za-z][A-Za-z0-9_$#]{0,127}(/[A-Za-z][A-Za-z0-9_$#]{0,127})?",
                "this is no name of a database",
                "Give a name, or CONTAINER/PDB");
        String targetRelease = release(InventoryColumn.TARGET_RELEASE);
        SourceTopology topology = word(InventoryColumn.SOURCE_TOPOLOGY, SourceTopology.class);
        DisasterRecovery recovery = word(InventoryColumn.DR, DisasterRecovery.class);
        String credential = matching(
                InventoryColumn.CREDENTIAL,
                "[A-Za-z0-9][A-Za-z0-9._-]*",
                "this is no name of a credential",
                "Give the name that the configuration grants, never a password, reference or URL");
        String name = name();
        String application = values.get(InventoryColumn.APPLICATION);
        if (broken || name == null || application == null || environment == null) {
            return null;
        }
        return new DatabaseProfile(
                name,
                application,
                environment,
                criticality,
                host,
                port,
                service,
                release,
                gigabytes,
                window,
                values.get(InventoryColumn.OWNER),
                values.get(InventoryColumn.TEAM),
                values.get(InventoryColumn.MOVE_GROUP),
                earliest,
                latest,
                kind,
                server,
                target,
                targetRelease,
                topology,
                recovery,
                credential,
                values.get(InventoryColumn.NOTES),
                tags);
    }

    private <E extends Enum<E>> @Nullable E word(InventoryColumn column, Class<E> type) {
        String value = values.get(column);
        if (value == null) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(value)) {
                return constant;
            }
        }
        wrong(column, value, "this is none of its words", "Write " + String.join(", ", column.words()));
        return null;
    }

    private @Nullable Integer whole(InventoryColumn column, int least, int most) {
        String value = values.get(column);
        if (value == null) {
            return null;
        }
        if (!Regex.matches(value, "\\d{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            wrong(
                    column,
                    value,
                    "this is no whole number from " + least + " to " + most,
                    "Write digits alone, without unit or separators");
            return null;
        }
        return Integer.valueOf(value);
    }

    /** A decimal comma is taken only where it cannot be a thousands separator. */
    private @Nullable Double gigabytes() {
        String value = values.get(InventoryColumn.SIZE_GB);
        if (value == null) {
            return null;
        }
        String plain = null;
        String ambiguous = null;
        if (Regex.matches(value, "\\d{1,3}(,\\d{3})+\\.\\d+")) {
            plain = value.replace(",", "");
        } else if (Regex.matches(value, "\\d{1,3}(\\.\\d{3})+,\\d+")) {
            plain = value.replace(".", "").replace(',', '.');
        } else if (Regex.matches(value, "[1-9]\\d{0,2}(,\\d{3})+")) {
            ambiguous = "the comma may separate thousands or decimals";
        } else if (Regex.matches(value, "\\d+,\\d+")) {
            plain = value.replace(',', '.');
        } else if (Regex.matches(value, "[1-9]\\d{0,2}\\.\\d{3}") && commas) {
            ambiguous = "other lines have decimal commas, so the dot may separate thousands";
        } else if (Regex.matches(value, "\\d+(\\.\\d+)?")) {
            plain = value;
        }
        if (ambiguous != null) {
            wrong(InventoryColumn.SIZE_GB, value, ambiguous, "Write it without thousands separators, as 1234.5");
            return null;
        }
        if (plain == null || plain.length() > 20 || Double.parseDouble(plain) >= 1e9) {
            wrong(
                    InventoryColumn.SIZE_GB,
                    value,
                    "this is no size in gigabytes from 0 to 999,999,999",
                    "Write digits with a decimal point at most, without unit");
            return null;
        }
        return Double.valueOf(plain);
    }

    private @Nullable LocalDate day(InventoryColumn column) {
        String value = values.get(column);
        if (value == null) {
            return null;
        }
        try {
            if (Regex.matches(value, "\\d{4}-\\d{2}-\\d{2}")) {
                return LocalDate.parse(value);
            }
        } catch (DateTimeException notInTheCalendar) {
            // told below, like any other text
        }
        wrong(column, value, "this is no day of the calendar", "Write it as 2026-03-31");
        return null;
    }

    private @Nullable String release(InventoryColumn column) {
        return matching(
                column,
                "\\d{1,2}(c|g|ai|gR[12])?(\\.\\d{1,4}){0,4}",
                "this is no Oracle release",
                "Write it as 19.22 or 11.2.0.4");
    }

    private @Nullable String matching(InventoryColumn column, String pattern, String why, String remedy) {
        String value = values.get(column);
        if (value == null || Regex.matches(value, pattern)) {
            return value;
        }
        wrong(column, value, why, remedy);
        return null;
    }
}
