package io.gulliver.ui;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Services;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Servers of Northmoor that a playbook builds, with databases that land there and have an accepted sizing. */
final class BuiltServers {
    private static final Instant THEN = Instant.parse("2026-06-01T10:00:00Z");

    private final Stores stores;

    BuiltServers(Stores stores) {
        this.stores = stores;
        known(stores, "dpm-server");
        known(stores, "zvm-server");
    }

    private static void known(Stores stores, String name) {
        Playbook playbook = Northmoor.SHIPPED.findNewest(name).orElseThrow();
        stores.playbooks()
                .save(
                        playbook.hash(),
                        playbook.name(),
                        playbook.version(),
                        Northmoor.SHIPPED.findContent(playbook.hash()).orElseThrow(),
                        PlaybookStore.SHIPPED);
        stores.playbooks().approve(playbook.hash(), PlaybookStore.SHIPPED);
    }

    /** A database that lands on a server by its inventory line. */
    void lands(String database, String server) {
        lands(database, server, "dpm");
    }

    private void lands(String database, String server, String kind) {
        String csv = "database,application,environment,size_gb,target_kind,target_server,target_database\n" + database
                + ",Payments,production,100," + kind + "," + server + "," + database + "Z\n";
        new InventoryImport(
                        stores.database(),
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(Northmoor.PROGRAM, csv.getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia");
    }

    /** The same with figures, an accepted sizing, and what the policy says of the server: a guest where it names a z/VM system. */
    void sized(String server, String database, Map<String, Object> said) {
        boolean guest = said.containsKey("server.zvm");
        Map<String, Object> facts = new TreeMap<>(Map.of(
                "server.name", server,
                "server.hmc", "hmc1",
                "server.cpc", "CPC1",
                "server.array", "fs1",
                "server.pool", "pool0",
                "server.boot.gib", 20.0,
                "server.data.volumes", List.of("data1", "data2"),
                "server.redo.volumes", List.of("redo1", "redo2"),
                "server.network", "switch1",
                "server.sysctl", "/etc/sysctl.d"));
        facts.put("server.staging", "/u02/staging");
        facts.putAll(said);
        Program program = stores.programs().require(Northmoor.PROGRAM);
        Map<String, Object> policy = new TreeMap<>(program.policy());
        Map<String, Object> servers = new TreeMap<>();
        if (policy.get("shared") instanceof Map<?, ?> shared && shared.get("server") instanceof Map<?, ?> known) {
            known.forEach((name, what) -> servers.put(String.valueOf(name), what));
        }
        servers.put(server, Map.of("playbook", guest ? "zvm-server" : "dpm-server", "facts", facts));
        policy.put("shared", Map.of("server", servers));
        stores.programs().update(program.key(), program.version(), program.title(), program.zone(), policy, "Sam");
        if (stores.databases().find(Northmoor.PROGRAM, database).isEmpty()) {
            lands(database, server, guest ? "zvm" : "dpm");
            known(database);
            Services.assessment(stores).confirmSizing(Northmoor.PROGRAM, database, "figures read", "Pat");
        }
    }

    private void known(String database) {
        List<Fact> facts = new ArrayList<>();
        add(facts, "sga_max_mb", 8192L, "MB");
        add(facts, "pga_limit_mb", 2048L, "MB");
        add(facts, "pga_target_mb", 1024L, "MB");
        add(facts, "sessions_peak", 100L, null);
        add(facts, "asm", false, null);
        add(facts, "files_gb", 100.0, "GB");
        add(facts, "redo_peak_mb_s", 2.0, "MB/s");
        add(facts, "temporary_gb", 10.0, "GB");
        add(facts, "host.cores", 8L, null);
        stores.facts().put(Northmoor.PROGRAM, database, facts, "Mia");
    }

    private static void add(List<Fact> facts, String name, Object value, String unit) {
        facts.add(new Fact(name, value, unit, "discovery", THEN, Confidence.MEASURED));
    }
}
