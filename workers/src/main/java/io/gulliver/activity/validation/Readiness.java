package io.gulliver.activity.validation;

import io.gulliver.activity.systems.AccountLocks;
import io.gulliver.activity.validation.CompareDictionary.Difference;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.assessment.comparison.TableKind;
import io.gulliver.assessment.crossing.CarryOver;
import io.gulliver.assessment.crossing.CarryOver.Kind;
import io.gulliver.assessment.crossing.PasswordVersions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether the target is fit for service, beyond having the same objects: checks V10, V11 and V13 of
 * {@code docs/domain/validation.md}. What can fail before the load does so before it ({@code CheckReadiness}).
 */
final class Readiness {
    private final OracleClient source;
    private final OracleClient target;
    private final List<Difference> found;

    private Readiness(OracleClient source, OracleClient target, List<Difference> found) {
        this.source = source;
        this.target = target;
        this.found = found;
    }

    /**
     * Compares and adds what differs.
     *
     * @param before status of accounts before the fence of the source; as it is now where an account is not named
     * @param leftBehind the program's, of which passwords count here
     * @param approved names that are meant to differ, of which accounts count here
     * @return how many entries were compared
     */
    static int check(
            OracleClient source,
            OracleClient target,
            Map<String, ?> owners,
            Set<String> schemas,
            Map<String, String> before,
            List<String> leftBehind,
            Set<String> approved,
            List<Difference> found) {
        Readiness readiness = new Readiness(source, target, found);
        return readiness.statistics(owners)
                + readiness.blocks()
                + readiness.accounts(schemas, before, CarryOver.reasons(leftBehind), approved);
    }

    private void add(String check, String what, @Nullable String here, @Nullable String there, @Nullable String rule) {
        found.add(new Difference(check, what, here, there, rule));
    }

    /** V10: a table without statistics, or with stale ones, plans blindly on the first morning. */
    private int statistics(Map<String, ?> owners) {
        List<OracleRow> tables = target.query("statistics-states", owners);
        Map<String, TableKind> kinds = CompareContent.kinds(target, owners);
        for (OracleRow row : tables) {
            TableKind kind = kinds.get(CompareContent.key(row.text("OWNER"), row.text("TABLE_NAME")));
            if (kind != null && !kind.gathered()) {
                continue;
            }
            String name = row.text("OWNER") + "." + row.text("TABLE_NAME");
            if (row.findTime("LAST_ANALYZED") == null) {
                add("V10 statistics", name, "wanted", "never gathered", null);
            } else if ("YES".equals(row.findText("STALE_STATS"))) {
                add("V10 statistics", name, "wanted", "stale since " + row.findTime("LAST_ANALYZED"), null);
            }
        }
        return tables.size();
    }

    /** V11: what the target's own backups and validations found; RMAN's level 0 reads every block with CHECK LOGICAL. */
    private int blocks() {
        List<OracleRow> corrupt = target.query("block-corruption");
        for (OracleRow row : corrupt) {
            add(
                    "V11 blocks",
                    "file " + row.number("FILE#") + " block " + row.number("BLOCK#"),
                    "healthy",
                    row.number("BLOCKS") + " blocks " + row.findText("CORRUPTION_TYPE"),
                    null);
        }
        return Math.max(1, corrupt.size());
    }

    /**
     * V13: an account that could log on can again once it is opened: it is there, as before its fence but for the lock (as far as
     * statements make it, {@link AccountLocks#made}), and has a verifier that 12.2 and later accept ({@link PasswordVersions}), unless somebody left its password behind with a reason. A real logon of each class of account is the smoke test's.
     */
    private int accounts(
            Set<String> schemas, Map<String, String> before, Map<String, String> leftBehind, Set<String> approved) {
        Map<String, OracleRow> there = new TreeMap<>();
        target.query("users").forEach(row -> there.put(row.text("USERNAME"), row));
        int compared = 0;
        for (OracleRow row : source.query("users")) {
            String user = row.text("USERNAME");
            if (!schemas.contains(user)) {
                continue;
            }
            compared++;
            OracleRow now = there.get(user);
            String status = before.getOrDefault(user, String.valueOf(row.findText("ACCOUNT_STATUS")));
            String wanted = AccountLocks.whenLocked(status);
            if (now == null) {
                add("V13 account", user, status, "missing", null);
                continue;
            }
            String has = AccountLocks.made(String.valueOf(now.findText("ACCOUNT_STATUS")));
            if (!wanted.equals(has)) {
                add("V13 account", user, wanted, has, approved.contains(user) ? "approved" : null);
            }
            String versions = now.findText("PASSWORD_VERSIONS");
            if (PasswordVersions.byPassword(now.findText("AUTHENTICATION_TYPE"))
                    && !AccountLocks.locked(status)
                    && !PasswordVersions.accepted(versions)) {
                String reason = leftBehind.get(Kind.PASSWORD.words() + " " + user);
                add(
                        "V13 password",
                        user,
                        "11G or 12C wanted",
                        "[" + String.valueOf(versions).strip() + "]",
                        reason == null ? null : "left behind: " + reason);
            }
        }
        return compared;
    }
}
