package io.gulliver.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.persistence.BusyException;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.TooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IntakeGateTest {
    private static IntakeGate.Limits limits(int uploads, long unpacked, int ratio, Duration time) {
        return new IntakeGate.Limits(1, uploads, 1024, unpacked, ratio, time);
    }

    /** Never ends. */
    private static InputStream zeros() {
        return new InputStream() {
            @Override
            public int read() {
                return 0;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                return length;
            }
        };
    }

    @Test
    void refusesOneMoreThanTheyMayBeAndTakesItLater() throws IOException {
        try (IntakeGate gate = new IntakeGate(limits(2, 1 << 20, 100, Duration.ofMinutes(1)))) {
            IntakeGate.Place first = gate.enter("a");
            IntakeGate.Place second = gate.enter("b");

            assertThatThrownBy(() -> gate.enter("c.out"))
                    .isInstanceOfSatisfying(
                            BusyException.class,
                            busy -> assertThat(busy.retryAfter()).isPositive())
                    .hasMessageContaining("c.out was not taken: 2 uploads are at work");

            first.close();
            second.close();
            assertThat(gate.<Integer>read("c", () -> 7)).isEqualTo(7);
        }
    }

    @Test
    void readsOnPlatformThreadsOfItsOwn() throws IOException {
        try (IntakeGate gate = new IntakeGate(limits(2, 1 << 20, 100, Duration.ofMinutes(1)))) {
            assertThat(gate.<String>read("a", () -> Thread.currentThread().getName()))
                    .startsWith("intake-");
        }
    }

    @Test
    void endsAReadingThatNeverEnds() {
        try (IntakeGate gate = new IntakeGate(limits(1, Long.MAX_VALUE / 4, 2_000, Duration.ofMillis(50)));
                IntakeGate.Place place = gate.enter("endless.log")) {
            assertThatThrownBy(() -> place.read(budget -> budget.timed(zeros()).transferTo(OutputNull.STREAM)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("endless.log takes longer to read than");
        }
    }

    @Test
    void endsATextThatUnfoldsTooFar() {
        try (IntakeGate gate = new IntakeGate(limits(1, 1L << 40, 100, Duration.ofMinutes(10)));
                IntakeGate.Place place = gate.enter("bomb.gz")) {
            assertThatThrownBy(() -> place.read(
                            budget -> budget.unpacked(zeros(), 1 << 20).transferTo(OutputNull.STREAM)))
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContaining("bomb.gz unfolds to more than 100 times its size");
        }
        try (IntakeGate gate = new IntakeGate(limits(1, 32L << 20, 2_000, Duration.ofMinutes(10)));
                IntakeGate.Place place = gate.enter("bomb.gz")) {
            assertThatThrownBy(() -> place.read(
                            budget -> budget.unpacked(zeros(), 1 << 20).transferTo(OutputNull.STREAM)))
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContaining("more than 32 MB");
        }
    }

    @Test
    void passesOnWhatTheWorkThrows() {
        try (IntakeGate gate = new IntakeGate(limits(1, 1, 2, Duration.ofMinutes(1)))) {
            assertThatThrownBy(() -> gate.read("a", () -> {
                        throw new StackOverflowError("deep");
                    }))
                    .isInstanceOf(StackOverflowError.class);
        }
    }

    @Test
    void leavesNothingOfAnUploadThatBreaks() throws IOException {
        long before = mineInTemp();
        assertThatThrownBy(() -> ReceivedFile.receive(new InputStream() {
                    @Override
                    public int read() {
                        throw new StackOverflowError("deep");
                    }
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(mineInTemp()).isEqualTo(before);
    }

    private static long mineInTemp() throws IOException {
        try (java.util.stream.Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName()
                            .toString()
                            .startsWith("gulliver-received-"
                                    + ProcessHandle.current().pid() + "-"))
                    .count();
        }
    }

    private static final class OutputNull {
        static final java.io.OutputStream STREAM = java.io.OutputStream.nullOutputStream();

        private OutputNull() {}
    }
}
