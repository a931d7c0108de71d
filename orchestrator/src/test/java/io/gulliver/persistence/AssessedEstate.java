package io.gulliver.persistence;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.planning.AssessmentReports;
import io.gulliver.testing.Services;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An estate that was discovered: three databases on a host, four on a target server, some with each kind of gap. */
final class AssessedEstate {
    private static final Map<String, Object> POLICY = Map.of(
            "cost", Map.of("currency", "EUR", "rates", Map.of("ifl", Map.of("amount", 1000, "source", "offer"))));

    private AssessedEstate() {}

    static AssessmentReports reports(Stores stores) {
        return Services.reports(
                stores, Services.assessment(stores), new LibraryPlans(PlaybookLibrary.shipped(), stores::playbooks));
    }

    /** @param more facts that nobody asks for, beside those that are */
    static void fill(Stores stores, String program, int size, int more) {
        stores.programs().create(program, "Estate", ZoneId.of("UTC"), POLICY, "test");
        List<DatabaseProfile> profiles = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            DatabaseProfile plain = DatabaseProfile.of("DB" + i, "app" + i % 97, Environment.values()[i % 3]);
            profiles.add(new DatabaseProfile(
                    plain.database(),
                    plain.application(),
                    plain.environment(),
                    1 + i % 4,
                    "host" + i / 3,
                    1521,
                    "svc" + i,
                    "19." + i % 25,
                    1.0 + i * 7919 % 20_000,
                    60 + i % 480,
                    "owner" + i % 31,
                    null,
                    null,
                    null,
                    null,
                    null,
                    "lnx" + i / 4,
                    "CDB" + i / 4 + "/P" + i,
                    null,
                    null,
                    null,
                    null,
                    null,
                    new TreeMap<>()));
        }
        stores.databases().add(program, profiles, "test");
        Instant now = Instant.parse("2026-03-01T00:00:00Z");
        for (int i = 0; i < size; i++) {
            List<Fact> facts = new ArrayList<>();
            put(facts, now, "source_release", "19." + i % 25);
            put(facts, now, "source_edition", "enterprise");
            put(facts, now, "archivelog", true);
            put(facts, now, "data_gb", 50.0 + i * 7919 % 9000);
            put(facts, now, "index_gb", 10.0 + i * 7919 % 3000);
            put(facts, now, "files_gb", 80.0 + i * 7919 % 14_000);
            put(facts, now, "objects", 1000L + i);
            put(facts, now, "redo_mb_s", 1.5);
            put(facts, now, "sga_mb", 8192.0);
            put(facts, now, "pga_mb", 2048.0);
            put(facts, now, "host.cores", 16L);
            put(facts, now, "host.names", List.of("host" + i / 3));
            put(facts, now, "host.cpu.busyPercent.p95", 35.0);
            put(facts, now, "cpu.busyCores.p95", 4.1 + i % 7);
            put(facts, now, "cpu.busyCores.p99", 5.1 + i % 7);
            put(facts, now, "cpu.busyCores.max", 6.1 + i % 7);
            put(facts, now, "io.readPerSecond.p95", 1200.0);
            put(facts, now, "io.writePerSecond.p95", 300.0);
            put(facts, now, "io.readMbPerSecond.p95", 90.0);
            put(facts, now, "io.writeMbPerSecond.p95", 20.0);
            put(facts, now, "options_used", List.of("Partitioning", "Diagnostics Pack"));
            for (int f = 0; f < more; f++) {
                put(facts, now, "zz_other_" + f, f % 3 == 0 ? (Object) ("text " + f) : (Object) (f * 1.5));
            }
            stores.facts().put(program, "DB" + i, facts, "test");
        }
    }

    private static void put(List<Fact> facts, Instant now, String name, Object value) {
        facts.add(new Fact(name, value, null, "discovery of 1 March", now, Confidence.MEASURED));
    }
}
