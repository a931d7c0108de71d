package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;

/** However busy somebody is: a day after the log-in, and when the roles have changed, it is asked again who that is. */
class SessionLimitTest {
    private final InMemoryUserDetailsManager directory = new InMemoryUserDetailsManager(user("pm", "PM"));

    private static UserDetails user(String name, String... roles) {
        return User.withUsername(name).password("{noop}x").roles(roles).build();
    }

    private boolean ended(MockHttpSession session, Duration later) throws Exception {
        Clock clock =
                Clock.fixed(Instant.ofEpochMilli(session.getCreationTime()).plus(later), ZoneOffset.UTC);
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setSession(session);
        session.access();
        People people = new People(
                new StaticListableBeanFactory(Map.of("users", directory)).getBeanProvider(UserDetailsService.class));
        new SessionLimitFilter(new SessionLimit(Duration.ofHours(24), clock, people))
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
    void endsASessionWhosePersonHasOtherRolesNowOrIsGone() throws Exception {
        assertThat(ended(sessionOf("pm", "PM"), Duration.ofMinutes(1))).isFalse();
        assertThat(ended(sessionOf("pm", "PM", "ADMIN"), Duration.ofMinutes(1)))
                .as("was an administrator at the log-in")
                .isTrue();
        assertThat(ended(sessionOf("left", "PM"), Duration.ofMinutes(1))).isTrue();
        directory.updateUser(user("pm", "VIEWER"));
        assertThat(ended(sessionOf("pm", "PM"), Duration.ofMinutes(1))).isTrue();
    }

    private static MockHttpSession sessionOf(String name, String... roles) {
        MockHttpSession session = new MockHttpSession();
        UserDetails person = user(name, roles);
        session.setAttribute(
                HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY,
                new SecurityContextImpl(
                        UsernamePasswordAuthenticationToken.authenticated(person, null, person.getAuthorities())));
        return session;
    }
}
