package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Guessing closes places, for longer each time; no stranger closes an account. */
class LoginThrottleTest {
    private static final String HERE = "192.0.2.1";

    private Instant now = Instant.parse("2026-11-24T10:00:00Z");
    private final LoginThrottle throttle = new LoginThrottle(new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    private void wrong(int times, String name, String place, String address) {
        for (int i = 0; i < times; i++) {
            throttle.failed(name, place, address);
        }
    }

    private Duration closed(String name, String address) {
        return throttle.closedFor(name, address, address);
    }

    @Test
    void aNameIsOneWhateverItsCase() {
        for (String name : new String[] {"viewer", "Viewer", "VIEWER", "vIEWER", " viewer"}) {
            wrong(2, name, HERE, HERE);
        }
        assertThat(closed("viewer", HERE)).isPositive();
    }

    @Test
    void staysClosedTwiceAsLongEachTimeUpToAnHour() {
        for (int minutes : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            wrong(LoginThrottle.TRIES, "ana", HERE, HERE);
            assertThat(closed("ana", HERE)).isEqualTo(Duration.ofMinutes(minutes));
            now = now.plus(Duration.ofMinutes(minutes)).plusSeconds(1);
            assertThat(closed("ana", HERE)).isZero();
        }
    }

    @Test
    void aStrangerClosesNobodyElsesPlace() {
        wrong(1_000, "ana", "198.51.100.9", "198.51.100.9");
        assertThat(closed("ana", "198.51.100.9")).isPositive();
        assertThat(closed("ana", HERE)).as("another address").isZero();
        wrong(1_000, "ana", HERE, HERE);
        assertThat(throttle.closedFor("ana", "browser x", HERE))
                .as("a browser in which she logged in before, behind the same address")
                .isZero();
    }

    @Test
    void anAddressThatTriesManyNamesIsClosedForAll() {
        for (int i = 0; i < LoginThrottle.TRIES_OF_ADDRESS; i++) {
            wrong(1, "name" + i, HERE, HERE);
        }
        assertThat(closed("somebody-else", HERE)).isPositive();
    }

    @Test
    void anAccountThatIsAttackedFromManyAddressesGivesEachOfThemTwoTries() {
        for (int i = 0; i <= LoginThrottle.ATTACK; i++) {
            wrong(1, "ana", "10.0.0." + i, "10.0.0." + i);
        }
        assertThat(closed("ana", HERE)).as("the right password still opens").isZero();
        wrong(LoginThrottle.TRIES_ATTACKED, "ana", HERE, HERE);
        assertThat(closed("ana", HERE)).isPositive();
    }
}
