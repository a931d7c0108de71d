package io.gulliver.ui.security;

import io.gulliver.service.people.AccountService;
import io.gulliver.service.people.PasswordDigest;
import io.gulliver.ui.frame.ContentPolicy;
import io.gulliver.ui.problem.ProblemWriter;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationEventPublisher;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.DefaultAuthenticationEventPublisher;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer.FrameOptionsConfig;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.authentication.SimpleUrlAuthenticationFailureHandler;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Log-in and headers. Pages: a form and a session, every change guarded by a token. API: HTTP Basic, no session; a browser
 * that was led here from another site is refused.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class SecurityConfiguration implements WebMvcConfigurer {
    static final Set<String> CHANGES = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final ObjectProvider<People> people;

    SecurityConfiguration(ObjectProvider<People> people) {
        this.people = people;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new RoleGate(people.getObject()));
    }

    /** Passwords of people; see {@link RememberedPasswords}. */
    @Bean
    PasswordEncoder passwordEncoder(@Value("${gulliver.lab.users:false}") boolean lab) {
        // Everybody knows the lab's password, and its people call the API all day.
        return new RememberedPasswords(new BCryptPasswordEncoder(lab ? 4 : 12));
    }

    @Bean
    PasswordDigest passwordDigest(PasswordEncoder encoder) {
        return password -> Objects.requireNonNull(encoder.encode(password));
    }

    @Bean
    LoginThrottle loginThrottle() {
        return new LoginThrottle(Clock.systemUTC());
    }

    /** For pages and API. */
    @Bean
    AuthenticationProvider passwordDoor(
            People people, PasswordEncoder encoder, LoginThrottle throttle, KnownBrowsers browsers) {
        DaoAuthenticationProvider passwords = new DaoAuthenticationProvider(people::byName);
        passwords.setPasswordEncoder(encoder);
        return new PasswordDoor(passwords, throttle, browsers);
    }

    @Bean
    KnownBrowsers knownBrowsers() {
        return new KnownBrowsers();
    }

    @Bean
    LoginRecord loginRecord(AccountService accounts) {
        return new LoginRecord(accounts, Clock.systemUTC());
    }

    @Bean
    LoginEvents loginEvents(LoginThrottle throttle, KnownBrowsers browsers, LoginRecord record) {
        return new LoginEvents(throttle, browsers, record);
    }

    /** One count for pages and API. */
    @Bean
    RequestRate strangers(@Value("${gulliver.web.strangers-per-minute:600}") int most) {
        return new RequestRate(most);
    }

    @Bean
    SessionLimit sessionLimit(
            @Value("${gulliver.web.session-limit:24h}") Duration limit,
            @Value("${gulliver.web.oidc.session-limit:${gulliver.web.session-limit:24h}}") Duration limitOfIssuer,
            @Value("${server.servlet.session.timeout:8h}") Duration idle,
            People people) {
        return new SessionLimit(
                limit,
                limitOfIssuer,
                idle,
                Clock.systemUTC(),
                name -> people.open(name).isPresent());
    }

    @Bean
    AuthenticationEventPublisher authenticationEventPublisher(
            org.springframework.context.ApplicationEventPublisher publisher) {
        return new DefaultAuthenticationEventPublisher(publisher);
    }

    @Bean
    @Order(1)
    SecurityFilterChain api(
            HttpSecurity http,
            ProblemWriter problems,
            RequestRate strangers,
            People people,
            LoginRecord record,
            AccountService accounts,
            @Value("${gulliver.web.strangers-per-minute:600}") int most) {
        AuthenticationEntryPoint entry = (request, response, failure) -> {
            if (!(failure instanceof PasswordDoor.ClosedException)) {
                response.setHeader("WWW-Authenticate", "Basic realm=\"gulliver\", charset=\"UTF-8\"");
            }
            problems.write(request, response, failure);
        };
        // a count of its own: a program with a token that has ended takes nobody's log-in page away
        RequestRate refusals = new RequestRate(most);
        AuthenticationEntryPoint refused = (request, response, failure) -> {
            if (refusals.exceeded(request.getRemoteAddr())) {
                problems.write(request, response, Refusal.tooMany("problem.strangers", RequestRate.WINDOW));
            } else {
                entry.commence(request, response, failure);
            }
        };
        http.securityMatcher("/api/**", "/v3/api-docs", "/v3/api-docs/**", "/v3/api-docs.yaml", "/actuator/**");
        http.csrf(csrf -> csrf.disable());
        http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        http.httpBasic(basic -> basic.authenticationEntryPoint(refused));
        http.authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/health", "/actuator/health/**")
                .permitAll()
                .requestMatchers("/actuator/**")
                .access((caller, context) -> new AuthorizationDecision(
                        people.access(caller.get().getName()).administrator()))
                .anyRequest()
                .authenticated());
        http.exceptionHandling(errors -> errors.authenticationEntryPoint(entry).accessDeniedHandler(denied(problems)));
        http.addFilterBefore(new KnownRequest(), SecurityContextHolderFilter.class);
        http.addFilterBefore(new SameSite(problems), BasicAuthenticationFilter.class);
        http.addFilterBefore(new BearerFilter(accounts, people, record, refused), BasicAuthenticationFilter.class);
        http.addFilterAfter(new StrangerLimit(strangers, problems), BasicAuthenticationFilter.class);
        headers(http);
        return http.build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain pages(
            HttpSecurity http,
            ProblemWriter problems,
            RequestRate strangers,
            SessionLimit limit,
            LoginEvents events,
            ObjectProvider<OidcLogin> oidc) {
        DeepLinks deepLinks = new DeepLinks(request -> "GET".equals(request.getMethod())
                && request.getHeader("HX-Request") == null
                && !accepts(request, "text/event-stream")
                && !accepts(request, "application/json"));
        LoginUrlAuthenticationEntryPoint toLogin = new LoginUrlAuthenticationEntryPoint("/login");
        // the identity provider leads back without a word as long as the person is logged in there
        LoginUrlAuthenticationEntryPoint toIssuer = new LoginUrlAuthenticationEntryPoint(OidcLogin.BEGINS);
        OidcLogin issuer = oidc.getIfAvailable();
        AuthenticationEntryPoint entry = (request, response, failure) -> {
            if (request.getHeader("HX-Request") != null
                    || accepts(request, "text/event-stream")
                    || accepts(request, "application/json")) {
                problems.write(request, response, failure);
            } else {
                boolean renewed = issuer != null && request.getAttribute(SessionLimitFilter.RENEWED) != null;
                (renewed ? toIssuer : toLogin).commence(request, response, failure);
            }
        };
        http.authorizeHttpRequests(requests -> requests.requestMatchers(
                        "/login",
                        "/join",
                        "/error",
                        "/css/**",
                        "/js/**",
                        "/img/**",
                        "/vendor/**",
                        "/webjars/**",
                        "/favicon.ico")
                .permitAll()
                .anyRequest()
                .authenticated());
        http.formLogin(form ->
                form.loginPage("/login").failureHandler(failed(problems)).successHandler(events.succeeded(deepLinks)));
        http.csrf(csrf -> csrf.csrfTokenRepository(new StrangerTokens()));
        if (issuer != null) {
            issuer.addTo(http, events.succeeded(deepLinks));
        }
        http.logout(logout -> {
            logout.addLogoutHandler(events.loggingOut()).deleteCookies(SessionConfiguration.COOKIE);
            if (issuer == null) {
                logout.logoutSuccessUrl("/login?left");
            } else {
                logout.logoutSuccessHandler(issuer.loggedOut());
            }
        });
        http.requestCache(cache -> cache.requestCache(deepLinks));
        http.sessionManagement(session -> session.sessionFixation(fixation -> fixation.changeSessionId()));
        http.exceptionHandling(errors -> errors.authenticationEntryPoint(entry).accessDeniedHandler(denied(problems)));
        http.addFilterAfter(new StrangerLimit(strangers, problems), SecurityContextHolderFilter.class);
        http.addFilterBefore(new SessionLimitFilter(limit), SecurityContextHolderFilter.class);
        headers(http);
        if (issuer != null) {
            // the form of the log-out leads to the identity provider, which browsers count as sent there
            http.headers(headers -> headers.addHeaderWriter((request, response) -> response.setHeader(
                    "Content-Security-Policy",
                    ContentPolicy.leadingTo(issuer.issuer().origins()))));
        }
        return http.build();
    }

    private static void headers(HttpSecurity http) {
        http.headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(ContentPolicy.HEADER))
                .httpStrictTransportSecurity(hsts -> hsts.includeSubDomains(false))
                .frameOptions(FrameOptionsConfig::deny)
                .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                .permissionsPolicyHeader(permissions ->
                        permissions.policy("camera=(), microphone=(), geolocation=(), payment=(), usb=()"))
                .contentTypeOptions(Customizer.withDefaults()));
    }

    /** A wrong password makes no session. */
    private static AuthenticationFailureHandler failed(ProblemWriter problems) {
        SimpleUrlAuthenticationFailureHandler again = new SimpleUrlAuthenticationFailureHandler("/login?failed");
        again.setAllowSessionCreation(false);
        return (request, response, failure) -> {
            if (failure instanceof PasswordDoor.ClosedException) {
                problems.write(request, response, failure);
            } else {
                again.onAuthenticationFailure(request, response, failure);
            }
        };
    }

    private static AccessDeniedHandler denied(ProblemWriter problems) {
        return (HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) ->
                problems.write(request, response, failure);
    }

    private static boolean accepts(HttpServletRequest request, String type) {
        String accept = request.getHeader("Accept");
        return accept != null && accept.startsWith(type);
    }

    /** Whoever checks and counts passwords asks for the request; on the port of health nothing before this chain tells it. */
    private static final class KnownRequest extends RequestContextFilter {
        @Override
        protected boolean shouldNotFilter(HttpServletRequest request) {
            return RequestContextHolder.getRequestAttributes() != null;
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
