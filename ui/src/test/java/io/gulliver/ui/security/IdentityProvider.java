package io.gulliver.ui.security;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gulliver.testing.TestDirectory;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/**
 * A whole OpenID Connect provider on a port of its own: Spring Authorization Server, with log-in form, PKCE demanded, and
 * log-out. Whoever types a name logs in by it with {@link #PASSWORD}; the name is the subject. Its tokens can be spoilt.
 */
public final class IdentityProvider implements AutoCloseable {
    public static final String CLIENT = "gulliver";
    public static final String SECRET = "secret-of-gulliver";
    public static final String PASSWORD = "known-there-alone";
    /** Of its cookie: browsers send cookies to every port of a machine. */
    public static final String COOKIE = "PROVIDER";

    /** How a token is spoilt. */
    public enum Spoilt {
        NOT,
        ISSUER,
        AUDIENCE,
        SIGNATURE,
        EXPIRED,
        NONCE,
        NO_NONCE
    }

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector();
    private final Map<String, Map<String, Object>> claims = new ConcurrentHashMap<>();
    private final AtomicInteger logouts = new AtomicInteger();
    private volatile Spoilt spoilt = Spoilt.NOT;
    private volatile String back = "http://127.0.0.1/";

    public IdentityProvider() throws LifecycleException {
        Path folder = TestDirectory.untilTheEnd("identity-provider");
        tomcat.setBaseDir(folder.toString());
        connector.setProperty("address", "127.0.0.1");
        connector.setPort(0);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", folder.toString());
        context.setSessionCookieName(COOKIE);
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.setServletContext(context.getServletContext());
        spring.addBeanFactoryPostProcessor(beans -> beans.registerSingleton("identityProvider", this));
        spring.register(Server.class);
        spring.refresh();
        FilterDef filter = new FilterDef();
        filter.setFilterName("security");
        filter.setFilter(new DelegatingFilterProxy("springSecurityFilterChain", spring));
        context.addFilterDef(filter);
        FilterMap everything = new FilterMap();
        everything.setFilterName("security");
        everything.addURLPattern("/*");
        context.addFilterMap(everything);
        tomcat.addServlet("", "nothing", new HttpServlet() {
            private static final long serialVersionUID = 1;
        });
        context.addServletMappingDecoded("/", "nothing");
        tomcat.start();
        // the same port after a pause
        connector.setPort(connector.getLocalPort());
    }

    public String issuer() {
        return "http://127.0.0.1:" + connector.getPort();
    }

    /** Where it leads to after a log-out. */
    public void back(String address) {
        back = address;
    }

    /** What is claimed of a subject; null takes a claim out. */
    public void says(String subject, String claim, @Nullable Object value) {
        Map<String, Object> of = claims.computeIfAbsent(subject, name -> new ConcurrentHashMap<>());
        if (value == null) {
            of.remove(claim);
        } else {
            of.put(claim, value);
        }
    }

    public void spoil(Spoilt how) {
        spoilt = how;
    }

    /** How often somebody was logged out here. */
    public int logouts() {
        return logouts.get();
    }

    /** Nobody answers until {@link #comeBack}. */
    public void goAway() throws LifecycleException {
        connector.stop();
    }

    public void comeBack() throws LifecycleException {
        connector.start();
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    /** As the documentation of Spring Authorization Server has it; found by name alone, or the pages' scan takes it in. */
    @EnableWebSecurity
    static class Server {
        private static RSAKey key(String id) throws Exception {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair pair = generator.generateKeyPair();
            return new RSAKey.Builder((RSAPublicKey) pair.getPublic())
                    .privateKey(pair.getPrivate())
                    .keyID(id)
                    .build();
        }

        @Bean
        @Order(1)
        SecurityFilterChain endpoints(HttpSecurity http, IdentityProvider provider) {
            http.oauth2AuthorizationServer(server -> {
                http.securityMatcher(server.getEndpointsMatcher());
                server.oidc(Customizer.withDefaults());
            });
            http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated());
            http.exceptionHandling(
                    errors -> errors.authenticationEntryPoint(new LoginUrlAuthenticationEntryPoint("/login")));
            http.addFilterBefore(
                    (request, response, chain) -> {
                        if (((HttpServletRequest) request).getRequestURI().equals("/connect/logout")) {
                            provider.logouts.incrementAndGet();
                        }
                        chain.doFilter(request, response);
                    },
                    SecurityContextHolderFilter.class);
            return http.build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain people(HttpSecurity http) {
            http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated());
            http.formLogin(Customizer.withDefaults());
            return http.build();
        }

        @Bean
        UserDetailsService everybody() {
            return name -> User.withUsername(name).password("{noop}" + PASSWORD).build();
        }

        @Bean
        RegisteredClientRepository clients(IdentityProvider provider) {
            return new RegisteredClientRepository() {
                @Override
                public void save(RegisteredClient client) {
                    // asked to keep the secret in another encoding
                }

                @Override
                public RegisteredClient findById(String id) {
                    return client();
                }

                @Override
                public @Nullable RegisteredClient findByClientId(String id) {
                    return id.equals(CLIENT) ? client() : null;
                }

                private RegisteredClient client() {
                    return RegisteredClient.withId("1")
                            .clientId(CLIENT)
                            .clientSecret("{noop}" + SECRET)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                            // of a loopback address any port is taken
                            .redirectUri("http://127.0.0.1/login/oauth2/code/oidc")
                            .postLogoutRedirectUri(provider.back)
                            .scopes(scopes -> scopes.addAll(List.of("openid", "profile", "email")))
                            .clientSettings(ClientSettings.builder()
                                    .requireProofKey(true)
                                    .build())
                            .build();
                }
            };
        }

        @Bean
        AuthorizationServerSettings serverSettings() {
            return AuthorizationServerSettings.builder().build();
        }

        @Bean
        JWKSource<SecurityContext> keys() throws Exception {
            return new ImmutableJWKSet<>(new JWKSet(key("k1")));
        }

        @Bean
        JwtDecoder jwtDecoder(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        @Bean
        JwtEncoder jwtEncoder(JWKSource<SecurityContext> keys, IdentityProvider provider) throws Exception {
            JwtEncoder right = new NimbusJwtEncoder(keys);
            JwtEncoder forged = new NimbusJwtEncoder(new ImmutableJWKSet<>(new JWKSet(key("k1"))));
            return parameters -> (provider.spoilt == Spoilt.SIGNATURE ? forged : right).encode(parameters);
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> tokens(IdentityProvider provider) {
            return context -> {
                if (!context.getTokenType().getValue().equals(OidcParameterNames.ID_TOKEN)) {
                    return;
                }
                String subject = context.getPrincipal().getName();
                context.getClaims().claims(all -> all.putAll(provider.claims.getOrDefault(subject, Map.of())));
                Instant now = Instant.now();
                switch (provider.spoilt) {
                    case ISSUER -> context.getClaims().issuer("http://127.0.0.1:9/elsewhere");
                    case AUDIENCE -> context.getClaims().audience(List.of("somebody-else"));
                    case EXPIRED ->
                        context.getClaims()
                                .issuedAt(now.minus(Duration.ofHours(2)))
                                .expiresAt(now.minus(Duration.ofHours(1)));
                    case NONCE -> context.getClaims().claim("nonce", "of-another-log-in");
                    case NO_NONCE -> context.getClaims().claims(all -> all.remove("nonce"));
                    case NOT, SIGNATURE -> {
                        // the claims are true
                    }
                }
            };
        }
    }
}
