package io.gulliver.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.audit.AuditProblem;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.audit.JdbcAuditStore;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proof that stands outside of the store: counted there, so that what is missing or cut shows on either side. */
@Tag("store")
class CheckpointsTest {
    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private JdbcAuditStore audit;
    private CheckpointKey key;
    private Path file;
    private final List<String> outside = new ArrayList<>();
    private boolean refuses;
    private CheckpointDelivery delivery;
    private AuditSealer sealer;
    private AuditVerifier verifier;

    @TempDir
    private Path directory;

    @BeforeEach
    void open() {
        db = TestStore.open(clock);
        audit = new JdbcAuditStore(db);
        key = CheckpointKey.open(directory.resolve("audit-key"));
        file = directory.resolve("checkpoints.jsonl");
        delivery = new CheckpointDelivery(db, new FileSink(file), List.of(sink("other")));
        sealer = new AuditSealer(db, key, delivery);
        verifier = new AuditVerifier(db, key, delivery);
    }

    @AfterEach
    void close() {
        db.close();
    }

    private CheckpointSink sink(String name) {
        return new CheckpointSink() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void deliver(long number, String line) throws IOException {
                if (refuses) {
                    throw new IOException("the disk of the other machine is full");
                }
                outside.add(number + " " + line);
            }
        };
    }

    private void happens(String program, int times) {
        for (int i = 0; i < times; i++) {
            audit.append(new AuditEvent(
                    program, clock.instant(), "Ana", "test.done", "thing", null, null, "r" + i, Map.of("i", i)));
        }
    }

    /** Six checkpoints over two chains, a minute apart. */
    private void aDay() {
        for (int i = 0; i < 6; i++) {
            happens(i % 2 == 0 ? "atlas" : "borealis", 4);
            clock.advance(Duration.ofMinutes(1));
            sealer.checkpoint();
        }
        assertThat(verifier.verify().problems()).isEmpty();
        assertThat(verifier.verify().checkpoints()).isEqualTo(6);
    }

    private String wrong() {
        return verifier.verify().problems().stream().map(AuditProblem::what).reduce("", (a, b) -> a + b + "\n");
    }

    private void cutTheTail(String chain, int rows) {
        for (int i = 0; i < rows; i++) {
            db.jdbc().sql("""
                    delete from audit_events where id = (select audit_id from audit_seals
                        where chain = :chain and seq = (select max(seq) from audit_seals where chain = :chain))
                    """).param("chain", chain).update();
            db.jdbc().sql("""
                    delete from audit_seals
                    where chain = :chain and seq = (select max(seq) from audit_seals where chain = :chain)
                    """).param("chain", chain).update();
        }
        db.jdbc().sql("""
                update audit_chains c set last_seq = s.seq, last_hash = s.chain_hash, checkpointed_seq = s.seq
                from audit_seals s
                where c.chain = :chain and s.chain = :chain
                    and s.seq = (select max(seq) from audit_seals where chain = :chain)
                """).param("chain", chain).update();
    }

    @Test
    void theTailIsNotCutWithTheFileDeleted() throws Exception {
        aDay();
        cutTheTail("atlas", 6);
        Files.delete(file);

        assertThat(wrong()).contains("Checkpoint 1 of ", "is missing in " + file);
        // and it does not heal by the next one
        happens("atlas", 1);
        clock.advance(Duration.ofMinutes(1));
        sealer.checkpoint();
        assertThat(wrong()).contains("is missing in " + file);
    }

    @Test
    void theLastRowIsNotDroppedWithTheFileCutToItsFirstLine() throws Exception {
        aDay();
        cutTheTail("borealis", 1);
        Files.write(file, List.of(Files.readAllLines(file).get(0)));

        assertThat(wrong()).contains("Checkpoint 2 of ", "is missing in " + file);
    }

    @Test
    void theStoreIsNotSetBackBesideAFileThatKnowsMore() {
        aDay();
        cutTheTail("borealis", 4);
        db.jdbc().sql("delete from audit_checkpoints where number = 6").update();
        db.jdbc().sql("update audit_sinks set last_number = 5").update();

        assertThat(wrong())
                .contains("holds checkpoints up to 6, the store knows 5")
                .contains("was cut off");
    }

    @Test
    void noCheckpointIsTakenOutOfStoreOrFileOrExchanged() throws Exception {
        aDay();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            List<String> without = new ArrayList<>(lines);
            without.remove(i);
            Files.write(file, without);
            assertThat(wrong()).as("line %d removed", i + 1).isNotEmpty();
            List<String> spoilt = new ArrayList<>(lines);
            spoilt.set(i, lines.get(i).replaceFirst("\"signature\":\"..", "\"signature\":\"xx"));
            spoilt.set(i, spoilt.get(i).replaceFirst("\\\\\"seq\\\\\":", "\\\\\"seq\\\\\":1"));
            Files.write(file, spoilt);
            assertThat(wrong()).as("line %d changed", i + 1).isNotEmpty();
        }
        Files.write(file, lines);
        assertThat(wrong()).isEmpty();
        db.jdbc().sql("delete from audit_checkpoints where number = 3").update();
        assertThat(wrong()).contains("Checkpoint 3 was taken out of the store");
    }

    @Test
    void aStrangersSignatureIsNone() throws Exception {
        aDay();
        CheckpointKey stranger = CheckpointKey.open(directory.resolve("stranger"));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        Checkpoint last = Json.read(lines.get(5), Checkpoint.class);
        lines.set(5, new Checkpoint(last.signed(), stranger.sign(last.signed())).line());
        Files.write(file, lines);

        assertThat(wrong()).contains("Line 6 of " + file + " has no valid signature");
    }

    @Test
    void thereIsNoGreenWithoutCheckpointsWhereThereShouldBeSome() {
        happens("atlas", 3);
        sealer.seal();
        assertThat(wrong()).as("young").isEmpty();
        clock.advance(Duration.ofMinutes(11));
        assertThat(wrong()).contains("No signed checkpoint vouches for chain atlas");
    }

    @Test
    void aSealerThatGoesOnWithoutCheckpointsShows() {
        aDay();
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ofMinutes(9));
            happens("atlas", 1);
            sealer.seal();
        }
        assertThat(wrong()).contains("No signed checkpoint since row 12 vouches for chain atlas");
        sealer.checkpoint();
        assertThat(wrong()).isEmpty();
    }

    @Test
    void aQuietHourHasOneCheckpointMoreAndOnlyWhatGrewIsInEach() throws Exception {
        aDay();
        for (int minute = 0; minute < 59; minute++) {
            clock.advance(Duration.ofMinutes(1));
            sealer.checkpoint();
        }
        assertThat(Files.readAllLines(file)).hasSize(6);
        clock.advance(Duration.ofMinutes(2));
        sealer.checkpoint();
        assertThat(Files.readAllLines(file)).hasSize(7);
        assertThat(Json.read(Files.readAllLines(file).get(5), Checkpoint.class)
                        .heads()
                        .chains())
                .containsOnlyKeys("borealis");
        assertThat(wrong()).isEmpty();
    }

    @Test
    void aLineThatACrashTookInTheMiddleIsGivenAgain() throws Exception {
        aDay();
        String torn = Files.readString(file);
        Files.writeString(file, torn.substring(0, torn.length() - 40));
        db.jdbc().sql("update audit_sinks set last_number = 5").update();
        happens("atlas", 1);
        sealer.checkpoint();

        assertThat(wrong()).isEmpty();
    }

    @Test
    void aPlaceThatTakesNothingIsToldTriedAgainAndHoldsBackNothing() {
        CheckpointSink other = delivery.sinks().get(1);
        aDay();
        refuses = true;
        delivery.give(other, false);
        assertThat(outside).isEmpty();
        assertThat(delivery.status().sinks().get(0).waiting()).isZero();
        SinkState state = delivery.status().sinks().get(1);
        assertThat(state.waiting()).isEqualTo(6);
        assertThat(state.trouble()).contains("disk of the other machine is full", "tried again");
        assertThat(delivery.trouble()).isEmpty();
        clock.advance(Duration.ofMinutes(11));
        assertThat(delivery.trouble().orElse("")).contains("other takes no checkpoint");

        refuses = false;
        delivery.give(other, false);
        assertThat(outside).hasSize(6).first().asString().startsWith("1 {");
        assertThat(delivery.status().sinks().get(1).trouble()).isNull();
        assertThat(delivery.status().sinks().get(1).waiting()).isZero();
        assertThat(delivery.trouble()).isEmpty();
        assertThat(delivery.status().number()).isEqualTo(6);
    }

    @Test
    void aPlaceThatIsNamedLaterBeginsWithTheEndsOfAllChains() {
        aDay();
        CheckpointDelivery more = new CheckpointDelivery(db, new FileSink(file), List.of(sink("other"), sink("third")));
        AuditSealer next = new AuditSealer(db, key, more);
        next.checkpoint();
        outside.clear();
        more.give(more.sinks().get(2), false);

        assertThat(outside).hasSize(1);
        String line = outside.get(0).substring(outside.get(0).indexOf('{'));
        assertThat(Json.read(line, Checkpoint.class).heads().chains()).containsOnlyKeys("atlas", "borealis");
    }
}
