package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;

/** However busy somebody is: a day after the log-in it is asked again who that is. */
class SessionLimitTest {
    private static boolean ended(MockHttpSession session, Duration later) throws Exception {
        Clock clock =
                Clock.fixed(Instant.ofEpochMilli(session.getCreationTime()).plus(later), ZoneOffset.UTC);
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setSession(session);
        session.access();
        new SessionLimit(Duration.ofHours(24), clock)
                .doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
        return session.isInvalid();
    }

    @Test
    void endsASessionADayAfterItBegan() throws Exception {
        MockHttpSession session = new MockHttpSession();
        assertThat(ended(session, Duration.ofHours(24).minusMillis(1))).isFalse();
        assertThat(ended(session, Duration.ofHours(24).plusMillis(1))).isTrue();
    }
}
