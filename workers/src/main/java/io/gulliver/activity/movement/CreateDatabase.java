package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code oracle.create-database}: step C04 of {@code docs/domain/data-pump.md}, by a response file. A container is made
 * without pluggable databases. SGA and PGA are those of the sizing; memory that Oracle shares out by itself is off, because
 * it excludes huge pages ({@code docs/domain/linux-on-z.md}).
 */
final class CreateDatabase extends Dbca {

    CreateDatabase(Systems systems, Databases databases) {
        super(systems, databases);
    }

    @Override
    public String name() {
        return "oracle.create-database";
    }

    @Override
    String service(StepCall call) {
        return Inputs.of(call).text("name");
    }

    @Override
    List<JobFile> creating(StepCall call) {
        String response = responseFile(call, homeRelease(call));
        return List.of(
                JobFile.text(
                        "run.sh",
                        ScriptTemplate.load("dbca.sh")
                                .render(Map.of(
                                        "oracle_home",
                                        Inputs.of(call).text("oracle_home"),
                                        "response_file",
                                        "dbca.rsp"))),
                JobFile.text("dbca.rsp", response),
                JobFile.secret("passwords", password(call) + "\n" + password(call) + "\n"));
    }

    /** The seed of the shipped template has blocks of this size, and no others. */
    private static final int SEED_BLOCK = 8192;

    /** What the response file says, by the schema of the home that reads it. */
    static String responseFile(StepCall call, OracleRelease home) {
        Inputs inputs = Inputs.of(call);
        if (inputs.whole("sga_mb") <= 0 || inputs.whole("pga_target_mb") <= 0) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Database " + inputs.text("name") + " is not created: SGA " + inputs.whole("sga_mb")
                            + " MB, PGA target " + inputs.whole("pga_target_mb") + " MB, wanted both above 0",
                    "The playbook gives no sizes, as version 1 of data-pump: roll the run back and start anew with the"
                            + " newest version, which builds what was sized.");
        }
        boolean container = Boolean.TRUE.equals(call.inputs().get("container"));
        if (!container && home.atLeast(21, 0)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Database " + inputs.text("name") + " is not created: the home " + inputs.text("oracle_home")
                            + " on "
                            + inputs.text("host") + " is of release " + home.major()
                            + ", and from 21 on every database is a container.",
                    "Let it land in a pluggable database of a container (landing.pdb), or take a home of release 19.");
        }
        int block = inputs.whole("block_size");
        Map<String, String> values = new LinkedHashMap<>();
        values.put("schema", schema(call, home));
        values.put("template", template(inputs.text("name"), block));
        values.put("global_name", inputs.text("name"));
        values.put("sid", inputs.text("name"));
        values.put("container", Boolean.toString(container));
        values.put("pdbs", container ? "0" : "");
        values.put("pdb_name", "");
        values.put("character_set", inputs.text("character_set"));
        values.put("national_character_set", inputs.text("national_character_set"));
        values.put("storage_type", storageType(inputs));
        values.put("datafile_destination", inputs.text("datafile_destination"));
        values.put("recovery_area", inputs.text("recovery_area"));
        values.put("recovery_area_bytes", bytes(inputs.whole("recovery_area_mb")));
        values.put("archive_log", String.valueOf(call.inputs().getOrDefault("archive_log", true)));
        values.put("memory_megabytes", Integer.toString(inputs.whole("sga_mb") + inputs.whole("pga_target_mb")));
        values.put("sga_bytes", bytes(inputs.whole("sga_mb")));
        values.put("pga_bytes", bytes(inputs.whole("pga_target_mb")));
        values.put("large_pages", inputs.text("large_pages"));
        values.put("listener", inputs.text("listener"));
        values.put("block_size", Integer.toString(block));
        values.put("processes", Integer.toString(inputs.whole("processes")));
        return ScriptTemplate.load("dbca.rsp").render(values);
    }

    /** Files in disk groups of ASM, or in directories; one database has no part of its files in each. */
    private static String storageType(Inputs inputs) {
        boolean asm = DiskGroups.isGroup(inputs.text("datafile_destination"));
        if (asm != DiskGroups.isGroup(inputs.text("recovery_area"))) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Database " + inputs.text("name") + " is not created: its data files are to lie in "
                            + inputs.text("datafile_destination") + " and its recovery area in "
                            + inputs.text("recovery_area") + ", wanted directories or disk groups for both.",
                    "Correct datafile_destination and recovery_area in the program's parameters, then retry.");
        }
        return asm ? "ASM" : "FS";
    }

    /** The newest schema that the home reads; each reads those before it. */
    private static String schema(StepCall call, OracleRelease home) {
        for (int major : new int[] {23, 21, 19, 18}) {
            if (home.atLeast(major, 0)) {
                return major + ".0.0";
            }
        }
        if (home.atLeast(12, 2)) {
            return "12.2.0";
        }
        throw new StepFailedException(
                FailureCode.INPUT_INVALID,
                "Database " + Inputs.of(call).text("name") + " is not created: the home "
                        + Inputs.of(call).text("oracle_home") + " on "
                        + Inputs.of(call).text("host") + " is of release "
                        + home.major() + "." + home.minor() + ", and response files are written for 12.2 and later.",
                "Take a home of release 19, or create the database by hand.");
    }

    private static String template(String name, int block) {
        if (block == SEED_BLOCK) {
            return "General_Purpose.dbc";
        }
        if (block < 2048 || block > 32_768 || Integer.bitCount(block) != 1) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Database " + name + " is not created: its blocks are to have " + block
                            + " bytes, wanted 2048, 4096, 8192, 16384 or 32768.",
                    "Look at DB_BLOCK_SIZE in the facts of the source, then retry.");
        }
        // A template without data files: DBCA runs its scripts, which takes longer than copying a seed.
        return "New_Database.dbt";
    }

    /** Parameters of an instance are in bytes: no suffix is read differently by a release. */
    private static String bytes(int megabytes) {
        return Long.toString((long) megabytes << 20);
    }

    @Override
    void previewed(StepCall call, Rendering rendering) {
        boolean container = Boolean.TRUE.equals(call.inputs().get("container"));
        Map<String, String> values = new LinkedHashMap<>();
        values.put("schema", "«schema of the home's release: 12.2.0, 18.0.0, 19.0.0, 21.0.0 or 23.0.0»");
        values.put(
                "template",
                Inputs.of(call).known("block_size")
                        ? template(rendering.shown("name"), Inputs.of(call).whole("block_size"))
                        : "«General_Purpose.dbc, or New_Database.dbt for other blocks than 8192 bytes»");
        values.put("global_name", rendering.shown("name"));
        values.put("sid", rendering.shown("name"));
        values.put("container", Boolean.toString(container));
        values.put("pdbs", container ? "0" : "");
        values.put("pdb_name", "");
        values.put("character_set", rendering.shown("character_set"));
        values.put("national_character_set", rendering.shown("national_character_set"));
        values.put(
                "storage_type",
                Inputs.of(call).known("datafile_destination", "recovery_area")
                        ? storageType(Inputs.of(call))
                        : "«FS, or ASM for disk groups»");
        values.put("datafile_destination", rendering.shown("datafile_destination"));
        values.put("recovery_area", rendering.shown("recovery_area"));
        values.put(
                "recovery_area_bytes",
                Inputs.of(call).known("recovery_area_mb")
                        ? bytes(Inputs.of(call).whole("recovery_area_mb"))
                        : rendering.shown("recovery_area_mb"));
        values.put("archive_log", rendering.shown("archive_log", "true"));
        Inputs inputs = Inputs.of(call);
        boolean sized = inputs.known("sga_mb", "pga_target_mb");
        values.put(
                "memory_megabytes",
                sized
                        ? Integer.toString(inputs.whole("sga_mb") + inputs.whole("pga_target_mb"))
                        : rendering.shown("sga_mb") + " + " + rendering.shown("pga_target_mb"));
        values.put("sga_bytes", sized ? bytes(inputs.whole("sga_mb")) : rendering.shown("sga_mb"));
        values.put("pga_bytes", sized ? bytes(inputs.whole("pga_target_mb")) : rendering.shown("pga_target_mb"));
        values.put("large_pages", rendering.shown("large_pages", "TRUE"));
        values.put("listener", rendering.shown("listener"));
        values.put("block_size", rendering.shown("block_size"));
        values.put("processes", rendering.shown("processes"));
        String host = rendering.shown("host");
        rendering
                .script(host, "home-release.sh", Map.of("oracle_home", rendering.shown("oracle_home")))
                .script(
                        host,
                        "dbca.sh",
                        Map.of("oracle_home", rendering.shown("oracle_home"), "response_file", "dbca.rsp"))
                .script(host, "dbca.rsp", values);
    }

    @Override
    String deleting(StepCall call) {
        return ScriptTemplate.load("dbca-delete.sh")
                .render(Map.of(
                        "oracle_home",
                        Inputs.of(call).text("oracle_home"),
                        "sid",
                        Inputs.of(call).text("name")));
    }
}
