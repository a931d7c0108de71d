package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.JobOutput;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.secret.SecretRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a job prints arrives once, whole and without secrets, whoever looks and however often. */
class JobFollowerTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-06-14T00:14:20.900Z"), ZoneOffset.UTC);
    private static final StepCall CALL = new StepCall(
            new MigrationId("migration/p/HRPAYP/1"),
            "p",
            "HRPAYP",
            Purpose.PRODUCTION,
            1,
            StepKey.of("import"),
            2,
            1,
            Operation.AWAIT,
            "datapump.import",
            "0".repeat(64),
            Map.of(),
            Map.of(),
            "imp-1",
            10);

    private final SecretRegistry secrets = new SecretRegistry();
    private final Far far = new Far();
    private final Kept kept = new Kept();

    /** A host. */
    private static final class Far implements JobOutput {
        private byte[] printed = new byte[0];
        private boolean ended;
        private int reads;
        private int measured;
        private List<Mark> marks = List.of();

        void prints(String text) {
            byte[] more = text.getBytes(StandardCharsets.UTF_8);
            int before = printed.length;
            printed = Arrays.copyOf(printed, before + more.length);
            System.arraycopy(more, 0, printed, before, more.length);
        }

        @Override
        public String system() {
            return "gvp0291";
        }

        @Override
        public String job() {
            return "imp-1";
        }

        @Override
        public boolean ended() {
            return ended;
        }

        @Override
        public byte[] read(long offset, int most) {
            reads++;
            int from = (int) Math.min(offset, printed.length);
            return Arrays.copyOfRange(printed, from, Math.min(printed.length, from + most));
        }

        @Override
        public long size() {
            measured++;
            return printed.length;
        }

        @Override
        public List<Mark> marks(long offset) {
            return marks.stream().filter(mark -> mark.offset() > offset).toList();
        }
    }

    /** A store. */
    private static final class Kept implements io.gulliver.contract.activity.StepLogSink {
        private final List<StepLogPiece> pieces = new ArrayList<>();
        private StepLogState state = new StepLogState(0, false, false);
        private boolean away;
        private boolean forgetsToAnswer;

        @Override
        public StepLogState keep(StepLogPiece piece) {
            if (away) {
                throw new IllegalStateException("the store is away");
            }
            if (state.full()) {
                pieces.add(piece);
                state = new StepLogState(state.next(), true, piece.ended());
            } else if (piece.from() == state.next() && (piece.to() > piece.from() || piece.ended())) {
                pieces.add(piece);
                state = new StepLogState(piece.to(), false, piece.ended());
                if (forgetsToAnswer) {
                    throw new IllegalStateException("the answer was lost");
                }
            }
            return state;
        }

        String text() {
            return String.join("", pieces.stream().map(StepLogPiece::text).toList());
        }
    }

    private JobFollower worker() {
        return new JobFollower(kept, secrets, CLOCK, Duration.ZERO);
    }

    private void look(JobFollower worker) {
        worker.follow(CALL, far, () -> false);
    }

    @Test
    void wholeLinesArriveWhileItRunsAndTheRestWhenItHasEnded() {
        JobFollower worker = worker();
        far.prints("one\ntw");
        look(worker);
        assertThat(kept.text()).isEqualTo("one\n");
        far.prints("o\nthree");
        look(worker);
        assertThat(kept.text()).isEqualTo("one\ntwo\n");
        far.ended = true;
        look(worker);
        assertThat(kept.text()).isEqualTo("one\ntwo\nthree");
        assertThat(kept.state).isEqualTo(new StepLogState(13, false, true));
        assertThat(kept.pieces).allSatisfy(piece -> {
            assertThat(piece.attempt()).isEqualTo(2);
            assertThat(piece.readAt()).isEqualTo(CLOCK.instant());
        });
        int reads = far.reads;
        look(worker);
        assertThat(far.reads).isEqualTo(reads);
    }

    @Test
    void anEndThatWasReadBeforeIsSaidToo() {
        JobFollower worker = worker();
        far.prints("all\n");
        look(worker);
        assertThat(kept.state.ended()).isFalse();
        far.ended = true;
        look(worker);
        assertThat(kept.state).isEqualTo(new StepLogState(4, false, true));
        assertThat(kept.text()).isEqualTo("all\n");
    }

    @Test
    void anotherWorkerGoesOnWhereTheFirstEnded() {
        far.prints("one\n");
        look(worker());
        far.prints("two\n");
        look(worker());
        look(worker());
        assertThat(kept.text()).isEqualTo("one\ntwo\n");
    }

    @Test
    void aPieceWhoseAnswerWasLostIsNotKeptTwiceAndNothingFails() {
        JobFollower worker = worker();
        far.prints("one\n");
        kept.forgetsToAnswer = true;
        look(worker);
        kept.forgetsToAnswer = false;
        far.prints("two\n");
        look(worker);
        kept.away = true;
        far.prints("three\n");
        look(worker);
        kept.away = false;
        look(worker);
        assertThat(kept.text()).isEqualTo("one\ntwo\nthree\n");
    }

    @Test
    void aJobThatPrintedMuchArrivesInPiecesAndWhole() {
        StringBuilder much = new StringBuilder();
        for (int i = 0; i < 60_000; i++) {
            much.append(". . imported \"HR\".\"T").append(i).append("\"\n");
        }
        far.prints(much.toString());
        far.ended = true;
        look(worker());
        assertThat(kept.text()).isEqualTo(much.toString());
        assertThat(kept.pieces)
                .hasSizeGreaterThan(10)
                .allSatisfy(piece -> assertThat(piece.to() - piece.from()).isLessThanOrEqualTo(LogPieces.PIECE));
    }

    @Test
    void aLineWithoutEndArrivesInParts() {
        far.prints("\u20ac".repeat(100_000));
        look(worker());
        far.ended = true;
        look(worker());
        assertThat(kept.text()).isEqualTo("\u20ac".repeat(100_000));
    }

    @Test
    void secretsAreBlankedWhereverTheyComeInTwoLooks() {
        secrets.add("tiger-of-nine\nsecond-line-of-the-key");
        secrets.add("lions9");
        String text = "begin\nconnected with lions9 ok\nkey tiger-of-nine\nsecond-line-of-the-key end\ndone\n";
        for (int at = 0; at <= text.length(); at++) {
            far.printed = new byte[0];
            far.ended = false;
            kept.pieces.clear();
            kept.state = new StepLogState(0, false, false);
            JobFollower worker = worker();
            far.prints(text.substring(0, at));
            look(worker);
            far.prints(text.substring(at));
            look(worker);
            far.ended = true;
            look(worker);
            assertThat(kept.text())
                    .as("cut at %d", at)
                    .isEqualTo("begin\nconnected with ****** ok\nkey ****** end\ndone\n");
        }
    }

    @Test
    void aKeyThatNobodyKnowsIsBlankedWhereverItComesInTwoLooks() {
        String text = "begin\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nq83vEjRWeJCrze8S\n"
                + "-----END RSA PRIVATE KEY-----\ndone\n";
        for (int at = 0; at <= text.length(); at++) {
            far.printed = new byte[0];
            far.ended = false;
            kept.pieces.clear();
            kept.state = new StepLogState(0, false, false);
            JobFollower worker = worker();
            far.prints(text.substring(0, at));
            look(worker);
            far.prints(text.substring(at));
            look(worker);
            far.ended = true;
            look(worker);
            assertThat(kept.text())
                    .as("cut at %d", at)
                    .isEqualTo(
                            "begin\n-----BEGIN RSA PRIVATE KEY-----\n***\n***\n-----END RSA PRIVATE KEY-----\ndone\n");
        }
    }

    @Test
    void aKeyWithoutEndHoldsNothingUpForLong() {
        far.prints("-----BEGIN PRIVATE KEY-----\n" + "MIIEpAIBAAKCAQEA\n".repeat(10_000));
        look(worker());
        assertThat(kept.pieces).isNotEmpty();
        far.ended = true;
        look(worker());
        assertThat(kept.state.ended()).isTrue();
        assertThat(kept.state.next()).isEqualTo(far.printed.length);
    }

    @Test
    void aPasswordThatNobodyKnowsIsKnownByTheWordsBeforeIt() {
        far.prints("CREATE USER HR IDENTIFIED BY VALUES 'S:1A2B3C'\nALTER USER X identified by geheim42;\n");
        look(worker());
        assertThat(kept.text())
                .doesNotContain("1A2B3C")
                .doesNotContain("geheim42")
                .contains("CREATE USER HR");
    }

    @Test
    void aLineHasTheHostTimeAtWhichItWasThere() {
        far.prints("one\ntwo\nthree\nfour\n");
        far.marks = List.of(
                new JobOutput.Mark(4, Instant.ofEpochSecond(100)), new JobOutput.Mark(14, Instant.ofEpochSecond(103)));
        look(worker());
        assertThat(kept.pieces.get(0).marks())
                .containsExactly(
                        new StepLogPiece.HostTime(0, Instant.ofEpochSecond(100)),
                        new StepLogPiece.HostTime(1, Instant.ofEpochSecond(103)));
    }

    @Test
    void ofAStepThatIsFullItIsSaidHowLongItsOutputIsUntilItEnds() {
        JobFollower worker = worker();
        kept.state = new StepLogState(0, true, false);
        far.prints("one\n");
        look(worker);
        assertThat(kept.pieces).last().satisfies(piece -> {
            assertThat(piece.hostBytes()).isEqualTo(4);
            assertThat(piece.ended()).isFalse();
            assertThat(piece.text()).isEmpty();
        });
        far.prints("two\n");
        far.ended = true;
        look(worker);
        assertThat(kept.pieces).last().satisfies(piece -> {
            assertThat(piece.hostBytes()).isEqualTo(8);
            assertThat(piece.ended()).isTrue();
        });
        int measured = far.measured;
        look(worker);
        assertThat(far.measured).isEqualTo(measured);
        assertThat(far.reads).isZero();
    }

    @Test
    void ofAStepThatIsFullNothingMoreIsRead() {
        JobFollower worker = worker();
        kept.state = new StepLogState(0, true, false);
        far.prints("one\n");
        look(worker);
        look(worker);
        assertThat(far.reads).isZero();
    }
}
