package io.gulliver.ui.security;

import io.gulliver.ui.frame.ContentPolicy;
import io.gulliver.ui.person.Role;
import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationEventPublisher;
import org.springframework.security.authentication.DefaultAuthenticationEventPublisher;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer.FrameOptionsConfig;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.authentication.SimpleUrlAuthenticationFailureHandler;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Log-in and headers. Pages: a form and a session, every change guarded by a token. API: HTTP Basic, no session; a browser
 * that was led here from another site is refused.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class SecurityConfiguration implements WebMvcConfigurer {
    private static final Set<String> CHANGES = Set.of("POST", "PUT", "PATCH", "DELETE");

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new RoleGate());
    }

    @Bean
    LoginThrottle loginThrottle(Clock clock) {
        return new LoginThrottle(clock);
    }

    /** One count for pages and API. */
    @Bean
    RequestRate strangers(@Value("${gulliver.web.strangers-per-minute:600}") int most) {
        return new RequestRate(most);
    }

    @Bean
    SessionLimit sessionLimit(@Value("${gulliver.web.session-limit:24h}") Duration limit, People people) {
        return new SessionLimit(limit, Clock.systemUTC(), people);
    }

    @Bean
    AuthenticationEventPublisher authenticationEventPublisher(
            org.springframework.context.ApplicationEventPublisher publisher) {
        return new DefaultAuthenticationEventPublisher(publisher);
    }

    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http, LoginThrottle throttle, ProblemWriter problems, RequestRate strangers) {
        AuthenticationEntryPoint entry = (request, response, failure) -> {
            response.setHeader("WWW-Authenticate", "Basic realm=\"gulliver\", charset=\"UTF-8\"");
            problems.write(request, response, failure);
        };
        http.securityMatcher("/api/**", "/v3/api-docs", "/v3/api-docs/**", "/v3/api-docs.yaml", "/actuator/**");
        http.csrf(csrf -> csrf.disable());
        http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        http.httpBasic(basic -> basic.authenticationEntryPoint(entry));
        http.authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health", "/actuator/health/**")
                .permitAll()
                .requestMatchers("/actuator/**")
                .hasRole(Role.ADMIN.name())
                .anyRequest()
                .authenticated());
        http.exceptionHandling(errors -> errors.authenticationEntryPoint(entry).accessDeniedHandler(denied(problems)));
        http.addFilterBefore(new SameSite(problems), BasicAuthenticationFilter.class);
        http.addFilterBefore(new Throttle(throttle, problems), BasicAuthenticationFilter.class);
        http.addFilterAfter(new StrangerLimit(strangers, problems), BasicAuthenticationFilter.class);
        headers(http);
        return http.build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain pages(
            HttpSecurity http,
            LoginThrottle throttle,
            ProblemWriter problems,
            RequestRate strangers,
            SessionLimit limit) {
        DeepLinks deepLinks = new DeepLinks(request -> "GET".equals(request.getMethod())
                && request.getHeader("HX-Request") == null
                && !accepts(request, "text/event-stream")
                && !accepts(request, "application/json"));
        LoginUrlAuthenticationEntryPoint toLogin = new LoginUrlAuthenticationEntryPoint("/login");
        AuthenticationEntryPoint entry = (request, response, failure) -> {
            if (request.getHeader("HX-Request") != null
                    || accepts(request, "text/event-stream")
                    || accepts(request, "application/json")) {
                problems.write(request, response, failure);
            } else {
                toLogin.commence(request, response, failure);
            }
        };
        http.authorizeHttpRequests(requests -> requests.requestMatchers(
                        "/login", "/error", "/css/**", "/js/**", "/img/**", "/vendor/**", "/webjars/**", "/favicon.ico")
                .permitAll()
                .anyRequest()
                .authenticated());
        http.formLogin(form -> form.loginPage("/login").failureHandler(failed()).defaultSuccessUrl("/", false));
        http.csrf(csrf -> csrf.csrfTokenRepository(new StrangerTokens()));
        http.logout(logout -> logout.logoutSuccessUrl("/login?left").deleteCookies(SessionConfiguration.COOKIE));
        http.requestCache(cache -> cache.requestCache(deepLinks));
        http.sessionManagement(session -> session.sessionFixation(fixation -> fixation.changeSessionId()));
        http.exceptionHandling(errors -> errors.authenticationEntryPoint(entry).accessDeniedHandler(denied(problems)));
        http.addFilterBefore(new Throttle(throttle, problems), UsernamePasswordAuthenticationFilter.class);
        http.addFilterAfter(new StrangerLimit(strangers, problems), SecurityContextHolderFilter.class);
        http.addFilterBefore(new SessionLimitFilter(limit), SecurityContextHolderFilter.class);
        headers(http);
        return http.build();
    }

    private static void headers(HttpSecurity http) {
        http.headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(ContentPolicy.HEADER))
                .frameOptions(FrameOptionsConfig::deny)
                .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                .permissionsPolicyHeader(permissions ->
                        permissions.policy("camera=(), microphone=(), geolocation=(), payment=(), usb=()"))
                .contentTypeOptions(Customizer.withDefaults()));
    }

    /** A wrong password makes no session. */
    private static SimpleUrlAuthenticationFailureHandler failed() {
        SimpleUrlAuthenticationFailureHandler failed = new SimpleUrlAuthenticationFailureHandler("/login?failed");
        failed.setAllowSessionCreation(false);
        return failed;
    }

    private static AccessDeniedHandler denied(ProblemWriter problems) {
        return (HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) ->
                problems.write(request, response, failure);
    }

    private static boolean accepts(HttpServletRequest request, String type) {
        String accept = request.getHeader("Accept");
        return accept != null && accept.startsWith(type);
    }

    /** Refuses log-ins of a pair of name and address that guessed too often. */
    private static final class Throttle extends OncePerRequestFilter {
        private final LoginThrottle throttle;
        private final ProblemWriter problems;

        Throttle(LoginThrottle throttle, ProblemWriter problems) {
            this.throttle = throttle;
            this.problems = problems;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String name = name(request);
            Duration closed = name == null ? Duration.ZERO : throttle.closedFor(name, request.getRemoteAddr());
            if (closed.isZero()) {
                chain.doFilter(request, response);
            } else {
                problems.write(request, response, Refusal.tooMany("problem.logins", closed));
            }
        }

        private static @Nullable String name(HttpServletRequest request) {
            if ("POST".equals(request.getMethod()) && request.getRequestURI().endsWith("/login")) {
                return request.getParameter("username");
            }
            String header = request.getHeader("Authorization");
            if (header == null || !header.regionMatches(true, 0, "Basic ", 0, 6)) {
                return null;
            }
            try {
                String pair = new String(
                        Base64.getDecoder().decode(header.substring(6).trim()), StandardCharsets.UTF_8);
                int colon = pair.indexOf(':');
                return colon < 0 ? pair : pair.substring(0, colon);
            } catch (IllegalArgumentException notBase64) {
                return null;
            }
        }
    }

    /**
     * Browsers send remembered Basic credentials along with requests that another site started; they also say where a
     * request comes from. Programs send no such header.
     */
    private static final class SameSite extends OncePerRequestFilter {
        private final ProblemWriter problems;

        SameSite(ProblemWriter problems) {
            this.problems = problems;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String from = request.getHeader("Sec-Fetch-Site");
            if (CHANGES.contains(request.getMethod())
                    && from != null
                    && !from.equals("same-origin")
                    && !from.equals("none")) {
                problems.write(request, response, Refusal.forbidden("problem.other-site"));
            } else {
                chain.doFilter(request, response);
            }
        }
    }
}
