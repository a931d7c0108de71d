package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/** However busy somebody is: a day after the log-in, and when the account is closed, it is asked again who that is. */
class SessionLimitTest {
    private final Set<String> open = new HashSet<>(Set.of("pm"));

    private boolean ended(MockHttpSession session, Duration later) throws Exception {
        Clock clock =
                Clock.fixed(Instant.ofEpochMilli(session.getCreationTime()).plus(later), ZoneOffset.UTC);
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setSession(session);
        session.access();
        new SessionLimitFilter(new SessionLimit(
                        Duration.ofHours(24), Duration.ofHours(24), Duration.ofHours(48), clock, open::contains))
                .doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
        return session.isInvalid();
    }

    @Test
    void endsASessionADayAfterItBegan() throws Exception {
        MockHttpSession session = new MockHttpSession();
        assertThat(ended(session, Duration.ofHours(24).minusMillis(1))).isFalse();
        assertThat(ended(session, Duration.ofHours(24).plusMillis(1))).isTrue();
    }

    @Test
    void endsASessionWhosePersonMayNotLogInAnyMore() throws Exception {
        assertThat(ended(sessionOf("pm"), Duration.ofMinutes(1))).isFalse();
        assertThat(ended(sessionOf("left"), Duration.ofMinutes(1))).isTrue();
        open.remove("pm");
        assertThat(ended(sessionOf("pm"), Duration.ofMinutes(1))).isTrue();
    }

    /** At minutes after the log-in a request comes; whether the session lives through it. */
    private boolean lives(MockHttpSession session, long minute, @Nullable String header, String path) throws Exception {
        Clock clock = Clock.fixed(
                Instant.ofEpochMilli(session.getCreationTime()).plus(Duration.ofMinutes(minute)), ZoneOffset.UTC);
        MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
        if (header != null) {
            request.addHeader(header, "1");
        }
        request.setSession(session);
        new SessionLimitFilter(new SessionLimit(
                        Duration.ofHours(24), Duration.ofHours(24), Duration.ofHours(8), clock, open::contains))
                .doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
        return !session.isInvalid();
    }

    @Test
    void whatPagesAskByThemselvesKeepsNobodyLoggedIn() throws Exception {
        for (String path : List.of("/programs/a/events", "/store-notice", "/sessions/left", "/programs/a/changes")) {
            String header = path.endsWith("changes") ? "X-By-Itself" : null;
            MockHttpSession session = sessionOf("pm");
            assertThat(lives(session, 0, null, "/")).isTrue();
            for (int minute = 1; minute <= 8 * 60; minute++) {
                assertThat(lives(session, minute, header, path))
                        .as("%s at %s min", path, minute)
                        .isTrue();
            }
            assertThat(lives(session, 8 * 60 + 1, header, path)).as(path).isFalse();
        }
        MockHttpSession busy = sessionOf("pm");
        for (int minute = 0; minute < 24 * 60; minute += 7 * 60) {
            assertThat(lives(busy, minute, null, "/audit")).isTrue();
        }
        assertThat(lives(busy, 24 * 60 + 1, null, "/audit"))
                .as("a day after the log-in, however busy")
                .isFalse();
    }

    /** A log-in by an identity provider ends earlier; only its age lets it begin anew without a word. */
    @Test
    void aLogInByAnIdentityProviderHasAnAgeOfItsOwn() {
        Instant begun = Instant.parse("2026-11-24T10:00:00Z");
        SecurityContextImpl password =
                new SecurityContextImpl(UsernamePasswordAuthenticationToken.authenticated("pm", null, List.of()));
        SecurityContextImpl issuer = new SecurityContextImpl(UsernamePasswordAuthenticationToken.authenticated(
                new OidcPerson("pm", new OidcIdToken("token", begun, begun.plusSeconds(60), Map.of("sub", "17"))),
                null,
                List.of()));
        Clock clock = Clock.fixed(begun.plus(Duration.ofHours(3)), ZoneOffset.UTC);
        SessionLimit limit =
                new SessionLimit(Duration.ofHours(24), Duration.ofHours(2), Duration.ofHours(1), clock, open::contains);
        Long busy = begun.plus(Duration.ofMinutes(170)).toEpochMilli();
        Long away = begun.plus(Duration.ofMinutes(100)).toEpochMilli();
        assertThat(limit.isOver(begun, busy, password)).isFalse();
        assertThat(limit.isRenewed(begun, busy, password)).isFalse();
        assertThat(limit.isOver(begun, busy, issuer)).isTrue();
        assertThat(limit.isRenewed(begun, busy, issuer)).isTrue();
        assertThat(limit.left(begun, busy, issuer).end()).isZero();
        assertThat(limit.isRenewed(begun, away, issuer)).as("left alone").isFalse();
        assertThat(limit.isRenewed(begun, null, issuer)).as("nobody ever came").isFalse();
        open.clear();
        assertThat(limit.isRenewed(begun, busy, issuer)).as("closed").isFalse();
        open.add("pm");
        assertThat(new SessionLimit(
                                Duration.ofHours(2), Duration.ofHours(24), Duration.ofHours(1), clock, open::contains)
                        .isOver(begun, busy, issuer))
                .as("never longer than others")
                .isTrue();
    }

    @Test
    void saysHowLongIsLeftAndAnnouncesNoMoreThanAQuarterBefore() {
        Instant begun = Instant.parse("2026-11-24T10:00:00Z");
        Clock clock = Clock.fixed(begun.plus(Duration.ofHours(3)), ZoneOffset.UTC);
        Long active = begun.plus(Duration.ofHours(1)).toEpochMilli();
        assertThat(new SessionLimit(
                                Duration.ofHours(24), Duration.ofHours(24), Duration.ofHours(8), clock, open::contains)
                        .left(begun, active, null))
                .isEqualTo(new SessionLeft(6 * 3600, 21 * 3600, 300));
        assertThat(new SessionLimit(
                                Duration.ofHours(2), Duration.ofHours(24), Duration.ofMinutes(4), clock, open::contains)
                        .left(begun, active, null))
                .as("over is no negative time")
                .isEqualTo(new SessionLeft(0, 0, 60));
    }

    private static MockHttpSession sessionOf(String name) {
        MockHttpSession session = new MockHttpSession();
        session.setAttribute(
                HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY,
                new SecurityContextImpl(UsernamePasswordAuthenticationToken.authenticated(name, null, List.of())));
        return session;
    }
}
