package io.gulliver.activity.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SystemCheck;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemActivitiesOnceTest {
    private static final SystemCheck CHECK = new SystemCheck("oracle", "reader", "db1", 1521, "S");

    private final List<SystemCheck> done = new ArrayList<>();
    private String run = "check/1";
    private Instant now = Instant.parse("2026-11-22T10:00:00Z");

    private final SystemActivitiesOnce once = new SystemActivitiesOnce(
            check -> {
                done.add(check);
                return CheckedSystem.good("logged on");
            },
            () -> run,
            new Clock() {
                @Override
                public Instant instant() {
                    return now;
                }

                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }
            });

    @Test
    void logsOnOnceForARunHoweverOftenItIsStarted() {
        assertThat(once.check(CHECK).good()).isTrue();
        assertThat(once.check(CHECK)).satisfies(answer -> {
            assertThat(answer.code()).isEqualTo(FailureCode.REQUEST_REFUSED.name());
            assertThat(answer.message()).contains("reader was begun before");
        });
        now = now.plus(Duration.ofMinutes(9));
        assertThat(once.check(CHECK).good()).isFalse();
        assertThat(done).hasSize(1);

        run = "check/2";
        assertThat(once.check(CHECK).good()).isTrue();
    }

    @Test
    void forgetsARunWhoseInputHasLongExpired() {
        once.check(CHECK);
        now = now.plus(SystemActivitiesOnce.REMEMBERED).plusSeconds(1);
        assertThat(once.check(CHECK).good()).isTrue();
    }
}
