package io.gulliver.ui.security;

import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.trust.Authorities;
import io.gulliver.trust.UnusableAuthoritiesException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The identity provider, as it describes itself. It is asked when somebody begins to log in, never
 * at the start: a server starts, and passwords log in, while it is away. Each call has a time-out, follows no redirect, and
 * trusts the authorities that the settings name.
 */
final class OidcIssuer implements ClientRegistrationRepository {
    /** The name of the one registration, in the addresses of the log-in. */
    static final String ID = "oidc";

    private static final Duration GOOD = Duration.ofMinutes(10);
    private static final Duration YOUNG = Duration.ofSeconds(5);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final OidcSettings settings;
    private final SecretSource secrets;
    private final Clock clock;
    private final JdkClientHttpRequestFactory calls;
    private final RestClient rest;
    /** Held while it is asked, by those who want to log in; no page waits for it. */
    private final Object asking = new Object();

    private volatile @Nullable Known known;
    private volatile @Nullable Away away;

    /** What it said, and the origins that it leads people to. */
    private record Known(ClientRegistration registration, JwtDecoder decoder, String origins, Instant at) {
        boolean young(Duration good, Instant now) {
            return at.plus(good).isAfter(now);
        }
    }

    private record Away(IssuerAwayException why, Instant at) {}

    OidcIssuer(OidcSettings settings, SecretSource secrets, Clock clock) {
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(settings.timeOut());
        Path authorities = settings.authorities();
        if (authorities != null) {
            client.sslContext(trusting(authorities));
        }
        calls = new JdkClientHttpRequestFactory(client.build());
        calls.setReadTimeout(settings.timeOut());
        rest = RestClient.builder().requestFactory(calls).build();
    }

    /** Speaks to the identity provider. */
    RestClient.Builder client() {
        return RestClient.builder().requestFactory(calls);
    }

    /** What cookies of log-ins under way are sealed with; known to every process that has the settings. */
    String secret() {
        return secrets.own(SecretRef.parse(settings.clientSecret()));
    }

    @Override
    public @Nullable ClientRegistration findByRegistrationId(String id) {
        return id.equals(ID) ? known().registration() : null;
    }

    /** Reads its tokens; the registration is that of {@link #findByRegistrationId}, perhaps with another redirect. */
    JwtDecoder decoder(ClientRegistration registration) {
        return known().decoder();
    }

    /** Where people are logged out there, or empty when it has no such place. */
    Optional<URI> endSession() {
        return endSession(known().registration());
    }

    private static Optional<URI> endSession(ClientRegistration registration) {
        Object place =
                registration.getProviderDetails().getConfigurationMetadata().get("end_session_endpoint");
        return place == null || !secure(place.toString())
                ? Optional.empty()
                : Optional.of(URI.create(place.toString()));
    }

    /**
     * Origins that a form of ours may lead to: those of the identity provider, as far as they are known by now. Every page
     * asks for them, so that nothing here waits for anybody.
     */
    String origins() {
        Known now = known;
        return now == null ? origin(URI.create(settings.issuer())) : now.origins();
    }

    private String origins(ClientRegistration registration) {
        String issuer = origin(URI.create(settings.issuer()));
        return endSession(registration)
                .map(OidcIssuer::origin)
                .filter(other -> !other.equals(issuer))
                .map(other -> issuer + " " + other)
                .orElse(issuer);
    }

    private static String origin(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    /**
     * Asks whether it is there, before a person is sent there.
     *
     * @throws IssuerAwayException it is not
     */
    void reach() {
        known(YOUNG);
    }

    private Known known() {
        return known(GOOD);
    }

    private Known known(Duration good) {
        Known before = known;
        if (before != null && before.young(good, clock.instant())) {
            return before;
        }
        synchronized (asking) {
            return ask(good);
        }
    }

    private Known ask(Duration good) {
        Instant now = clock.instant();
        Known before = known;
        if (before != null && before.young(good, now)) {
            return before; // somebody else has just asked
        }
        Away since = away;
        if (since != null && since.at().plus(YOUNG).isAfter(now)) {
            throw since.why(); // a crowd that wants to log in does not wait in a row
        }
        try {
            ClientRegistration registration = registration(described());
            // the decoder knows the keys by now
            boolean same = before != null && keys(before.registration()).equals(keys(registration));
            Known fresh = new Known(
                    registration, same ? before.decoder() : reading(registration), origins(registration), now);
            known = fresh;
            away = null;
            return fresh;
        } catch (IssuerAwayException failed) {
            away = new Away(failed, clock.instant());
            throw failed;
        }
    }

    private static String keys(ClientRegistration registration) {
        return registration.getProviderDetails().getJwkSetUri();
    }

    private JsonNode described() {
        String place = settings.issuer().replaceFirst("/$", "") + "/.well-known/openid-configuration";
        try {
            String body = rest.get()
                    .uri(URI.create(place))
                    .accept(MediaType.APPLICATION_JSON)
                    .retrieve()
                    .body(String.class);
            JsonNode described = JSON.readTree(body == null ? "" : body);
            String issuer = described.path("issuer").asString("");
            if (!issuer.equals(settings.issuer())) {
                throw new IssuerAwayException(place + " says that it is '" + issuer + "', wanted '" + settings.issuer()
                        + "'. Write gulliver.web.oidc.issuer as the identity provider calls itself.");
            }
            return described;
        } catch (RestClientException | JacksonException away) {
            throw new IssuerAwayException(place + " gives no description of an identity provider", away);
        }
    }

    private ClientRegistration registration(JsonNode described) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        described
                .properties()
                .forEach(entry -> metadata.put(
                        entry.getKey(),
                        entry.getValue().isString()
                                ? entry.getValue().asString()
                                : entry.getValue().toString()));
        // without a word of it, Basic is what the standard takes for granted
        JsonNode methods = described.path("token_endpoint_auth_methods_supported");
        boolean basic = methods.isMissingNode()
                || methods.valueStream().anyMatch(one -> one.asString("").equals("client_secret_basic"));
        return ClientRegistration.withRegistrationId(ID)
                .clientId(settings.clientId())
                .clientSecret(secret())
                .clientAuthenticationMethod(
                        basic
                                ? ClientAuthenticationMethod.CLIENT_SECRET_BASIC
                                : ClientAuthenticationMethod.CLIENT_SECRET_POST)
                .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                .redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
                .scope(settings.scopes())
                .authorizationUri(place(described, "authorization_endpoint"))
                .tokenUri(place(described, "token_endpoint"))
                .jwkSetUri(place(described, "jwks_uri"))
                .userInfoUri(described.has("userinfo_endpoint") ? place(described, "userinfo_endpoint") : null)
                .issuerUri(settings.issuer())
                .userNameAttributeName("sub")
                .providerConfigurationMetadata(metadata)
                .clientName(settings.shown())
                .clientSettings(ClientRegistration.ClientSettings.builder()
                        .requireProofKey(true)
                        .build())
                .build();
    }

    private String place(JsonNode described, String name) {
        String place = described.path(name).asString("");
        if (!secure(place)) {
            throw new IssuerAwayException(settings.issuer() + " says " + name + " '" + place
                    + "': wanted an address that begins with https:");
        }
        return place;
    }

    /** Whether nobody on the way can read or change what is said there: TLS, or this machine itself. */
    static boolean secure(String address) {
        try {
            URI uri = URI.create(address);
            return uri.getHost() != null
                    && ("https".equals(uri.getScheme())
                            || "http".equals(uri.getScheme())
                                    && InetAddress.getByName(uri.getHost()).isLoopbackAddress());
        } catch (IllegalArgumentException | UnknownHostException wrong) {
            return false;
        }
    }

    private JwtDecoder reading(ClientRegistration registration) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(
                        registration.getProviderDetails().getJwkSetUri())
                // by a key pair: whoever knows the client's secret cannot sign
                .jwsAlgorithms(all -> all.addAll(Arrays.asList(SignatureAlgorithm.values())))
                .restOperations(new RestTemplate(calls))
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                new JwtTimestampValidator(), new OidcIdTokenValidator(registration)));
        return decoder;
    }

    private static SSLContext trusting(Path authorities) {
        try {
            return Authorities.trusting(authorities);
        } catch (UnusableAuthoritiesException e) {
            throw new IllegalStateException(OidcSettings.PREFIX + ".authorities: " + e.getMessage(), e);
        }
    }
}
