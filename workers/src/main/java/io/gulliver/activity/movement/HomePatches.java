package io.gulliver.activity.movement;

import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Patches of an Oracle home against those of a dictionary.
 *
 * <p>A home says by {@code opatch lspatches} what is patched into it ({@code NUMBER;DESCRIPTION}), and has a directory of the number
 * below {@code sqlpatch} for each that has SQL for databases. A dictionary says by DBA_REGISTRY_SQLPATCH (Database Reference 19) what was
 * applied to it; the last line of a patch holds. A release update takes the place of the one before without a line of its rollback,
 * so that of all that are not {@code INTERIM} only the last holds.
 *
 * @param listed numbers of the home's patches, with the second number of the release for its release update and 0 for others
 * @param withSql numbers that have SQL
 */
record HomePatches(SortedMap<String, Long> listed, SortedSet<String> withSql) {
    private static final Pattern LISTED = Pattern.compile("(?m)^(\\d{6,9});(.*)$");
    private static final Pattern WITH_SQL = Pattern.compile("(?m)^sqlpatch (\\d{6,9})$");
    private static final Pattern RELEASE_UPDATE =
            Pattern.compile("Database Release Update *: *\\d{1,3}\\.(\\d{1,4})\\.", Pattern.CASE_INSENSITIVE);
    private static final Pattern RELEASE = Pattern.compile("\\d{1,3}\\.(\\d{1,4})\\.");

    /** Reads them on the host by its OPatch; what fails there ends the step. */
    static HomePatches ask(HostScripts scripts, StepCall call, String host, String oracleHome) {
        return of(scripts.demand(
                        call,
                        host,
                        "home-patches",
                        ScriptTemplate.load("home-patches.sh").render(Map.of("oracle_home", oracleHome)),
                        List.of())
                .output());
    }

    /** As {@code home-patches.sh} says them. */
    static HomePatches of(String said) {
        SortedMap<String, Long> listed = new TreeMap<>();
        LISTED.matcher(said).results().forEach(patch -> {
            Matcher update = RELEASE_UPDATE.matcher(patch.group(2));
            listed.put(patch.group(1), update.find() ? Long.parseLong(update.group(1)) : 0L);
        });
        SortedSet<String> withSql = new TreeSet<>();
        WITH_SQL.matcher(said).results().forEach(patch -> withSql.add(patch.group(1)));
        return new HomePatches(listed, withSql);
    }

    /** Those that a database of this home is to have: patches of the home with SQL. */
    SortedSet<String> wanted() {
        SortedSet<String> wanted = new TreeSet<>(listed.keySet());
        wanted.retainAll(withSql);
        return wanted;
    }

    /**
     * Those that a dictionary lacks: datapatch was not run, or did not end well.
     *
     * @param rows lines of DBA_REGISTRY_SQLPATCH with PATCH_ID, ACTION and STATUS, by their time
     */
    SortedSet<String> missing(List<OracleRow> rows) {
        SortedSet<String> missing = wanted();
        missing.removeAll(applied(rows));
        return missing;
    }

    /**
     * Those that a dictionary has and this home lacks. A release update that is older than the home's is none: datapatch puts the
     * later one in its place.
     *
     * @param rows as for {@link #missing}, with PATCH_TYPE and TARGET_VERSION too, which the view has from 18 on
     */
    SortedSet<String> foreign(List<OracleRow> rows) {
        SortedSet<String> applied = applied(rows);
        SortedSet<String> foreign = new TreeSet<>();
        String update = "";
        OptionalLong level = OptionalLong.empty();
        for (OracleRow row : rows) {
            String number = number(row);
            if (!applied.contains(number)) {
                continue;
            }
            if ("INTERIM".equals(row.findText("PATCH_TYPE"))) {
                foreign.add(number);
            } else if (wentIn(row)) {
                update = number;
                level = level(row);
            }
        }
        long home = listed.values().stream().mapToLong(Long::longValue).max().orElse(0);
        if (!update.isEmpty() && (level.isEmpty() || level.getAsLong() >= home)) {
            foreign.add(update);
        }
        foreign.removeAll(listed.keySet());
        return foreign;
    }

    /** Patches whose last line says that they went in well. */
    private static SortedSet<String> applied(List<OracleRow> rows) {
        Map<String, Boolean> last = new TreeMap<>();
        rows.forEach(row -> last.put(number(row), wentIn(row)));
        SortedSet<String> applied = new TreeSet<>();
        last.forEach((patch, there) -> {
            if (there) {
                applied.add(patch);
            }
        });
        return applied;
    }

    /** Whether this line says that a patch was applied with success. */
    static boolean wentIn(OracleRow row) {
        return row.text("ACTION").equals("APPLY") && row.text("STATUS").equals("SUCCESS");
    }

    /** The second number of the release that a line led to, where it says one. */
    static OptionalLong level(OracleRow row) {
        Matcher target = RELEASE.matcher(
                Optional.ofNullable(row.findText("TARGET_VERSION")).orElse(""));
        return target.lookingAt() ? OptionalLong.of(Long.parseLong(target.group(1))) : OptionalLong.empty();
    }

    private static String number(OracleRow row) {
        return row.number("PATCH_ID").toBigInteger().toString();
    }
}
