package io.gulliver.ui.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Lets hours pass for log-ins, and for nothing else; named by the test that wants it, found by no scan. */
public class ShiftedSessions {
    private static final AtomicReference<Duration> SHIFT = new AtomicReference<>(Duration.ZERO);

    /** How much later it is from now on than it is. */
    public static void shift(Duration later) {
        SHIFT.set(later);
    }

    @Bean
    @Primary
    SessionLimit shiftedSessionLimit(People people) {
        Clock shifted = new Clock() {
            @Override
            public Instant instant() {
                return Instant.now().plus(SHIFT.get());
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        return new SessionLimit(
                Duration.ofHours(24),
                Duration.ofHours(2),
                Duration.ofHours(8),
                shifted,
                name -> people.open(name).isPresent());
    }
}
