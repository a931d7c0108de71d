package io.gulliver.service.collection;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.evidence.awrminer.AwrMinerBenchmark;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A process of its own, so that its heap can be small: uploads a generated capture of so many megabytes. */
final class LargeUpload {
    private LargeUpload() {}

    /** @param args url and user of the store, megabytes */
    public static void main(String[] args) throws IOException {
        try (StoreDatabase db = StoreDatabase.openPostgres(args[0], args[1], "", Clock.systemUTC());
                InputStream capture = AwrMinerBenchmark.generated(Long.parseLong(args[2]) * 1024 * 1024)) {
            Stores stores = Atlas.stores(db);
            Atlas.program(stores);
            stores.databases().add("atlas", List.of(DatabaseProfile.of("GENDB", "orders", Environment.TEST)), "Mia");
            EvidenceAnswer answer = new EvidenceService(
                            db,
                            stores.programs(),
                            stores.databases(),
                            stores.evidence(),
                            stores.facts(),
                            stores.audit(),
                            RuleTables.shipped().dependencies(),
                            Services.waitingTasks(stores, hash -> {
                                throw new AssertionError("no run is made here");
                            }),
                            new IntakeGate(new IntakeGate.Limits(1, 1, 1L << 32, 1L << 33, 2_000, Duration.ofHours(1))))
                    .take("atlas", "GENDB", "big.out", capture, "Mia", null);
            long kept = 0;
            try (InputStream content = stores.evidence().open(String.valueOf(answer.sha256()))) {
                kept = content.transferTo(OutputStream.nullOutputStream());
            }
            System.out.println("taken " + answer.bytes() + " kept " + kept + " facts "
                    + answer.factsGained().size() + " coverage "
                    + Objects.requireNonNull(answer.coverage()).percent());
        }
    }
}
