package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The lab's {@code datapatch -verbose}: brings the SQL of the home's patches into the database that ORACLE_SID names, line by line as
 * public runs of 19 print it. A home that an installer made has its patches in {@link LabSoftware#PATCHES}; what DBCA makes in one
 * is of the base release until then.
 */
final class LabDatapatch {
    private static final Duration WORK = Duration.ofMinutes(4);
    private static final long BASE_PATCH = 29_517_242;

    private final LabOracle oracle;
    private final LabContext context;

    LabDatapatch(LabOracle oracle, LabContext context) {
        this.oracle = oracle;
        this.context = context;
    }

    /** Makes a database that DBCA has made in a patched home what the files of its template are. */
    static void fromTemplate(LabDatabase made, Path home) {
        if (Files.notExists(home.resolve(LabSoftware.PATCHES))) {
            return;
        }
        try (Connection c = made.connect();
                PreparedStatement update = c.prepareStatement(
                        "update DBA_REGISTRY_SQLPATCH set patch_id = ?, description = ?, target_version = ?")) {
            update.setLong(1, BASE_PATCH);
            update.setString(2, "Database Release Update : 19.3.0.0.190416 (" + BASE_PATCH + ")");
            update.setString(3, LabSoftware.BASE);
            update.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs it; @return its exit code */
    int run(ProgramCall call) throws IOException {
        if (!call.arguments().equals(List.of("-verbose"))) {
            call.print("datapatch: the arguments " + call.arguments() + " are not played here");
            return 1;
        }
        Path home = Path.of(Objects.requireNonNullElse(call.environment("ORACLE_HOME"), ""));
        String sid = Objects.requireNonNullElse(call.environment("ORACLE_SID"), "");
        LabDatabase database = oracle.findBySid(call.host(), sid).orElse(null);
        if (database == null || !database.up() || !call.ofDba()) {
            call.print("Error: prereq checks failed!");
            call.print("  verify_queryable_inventory returned ORA-01034: ORACLE not available");
            return 1;
        }
        call.print("SQL Patching tool version " + database.spec().version() + " Production");
        call.print("Connecting to database...OK");
        call.print("Determining current state...done");
        boolean fails = context.faults().take(call.host(), "datapatch", FaultKind.JOB_FAILS);
        try (Connection c = database.connect()) {
            for (String line : Files.exists(home.resolve(LabSoftware.PATCHES))
                    ? Files.readAllLines(home.resolve(LabSoftware.PATCHES))
                    : List.<String>of()) {
                String[] patch = line.split(";", 2);
                if (Files.notExists(home.resolve("sqlpatch").resolve(patch[0]))
                        || Rows.number(
                                        c,
                                        "select count(*) from DBA_REGISTRY_SQLPATCH where patch_id = ? and status = 'SUCCESS'",
                                        Long.valueOf(patch[0]))
                                > 0) {
                    continue;
                }
                call.print("Installing patches...");
                context.time().sleep(context.time().work(WORK));
                Rows.insert(
                        c,
                        "DBA_REGISTRY_SQLPATCH",
                        Rows.row(
                                "patch_id",
                                Long.valueOf(patch[0]),
                                "action",
                                "APPLY",
                                "status",
                                fails ? "WITH ERRORS" : "SUCCESS",
                                "action_time",
                                Timestamp.from(context.clock().instant()),
                                "description",
                                patch[1],
                                "patch_type",
                                "RU",
                                "source_version",
                                LabSoftware.BASE,
                                "target_version",
                                database.spec().version()));
                call.print("Patch " + patch[0] + " apply: " + (fails ? "WITH ERRORS" : "SUCCESS"));
                context.ledger()
                        .record(
                                LabOracle.SYSTEM,
                                "datapatch",
                                sid + "@" + call.host(),
                                "oracle",
                                Effect.CHANGED,
                                Map.of("patch", patch[0]));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
        call.print("SQL Patching tool complete");
        return fails ? 1 : 0;
    }
}
