package io.gulliver.ui.security;

import io.gulliver.domain.people.Account;
import io.gulliver.service.people.IssuerAccounts;
import io.gulliver.service.people.IssuerRefusal;
import io.gulliver.ui.problem.RequestPath;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.logout.LogoutSuccessHandler;
import org.springframework.web.client.RestClientException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Log-in by OpenID Connect: code flow with a proof key, the person's account by issuer and subject, and log-out that reaches
 * the identity provider. No access token is kept. Passwords log in beside it.
 */
final class OidcLogin {
    /** Where a log-in by the identity provider begins. */
    static final String BEGINS = "/oauth2/authorization/" + OidcIssuer.ID;

    private static final Logger LOG = LoggerFactory.getLogger(OidcLogin.class);

    private final OidcSettings settings;
    private final OidcIssuer issuer;
    private final IssuerAccounts accounts;
    private final People people;
    private final LoginRecord record;

    OidcLogin(OidcSettings settings, OidcIssuer issuer, IssuerAccounts accounts, People people, LoginRecord record) {
        this.settings = settings;
        this.issuer = issuer;
        this.accounts = accounts;
        this.people = people;
        this.record = record;
    }

    OidcIssuer issuer() {
        return issuer;
    }

    void addTo(HttpSecurity http, AuthenticationSuccessHandler succeeded) {
        OidcRequestCookie underWay = new OidcRequestCookie(issuer, issuer::secret, Clock.systemUTC());
        RestClientAuthorizationCodeTokenResponseClient tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(issuer.client()
                .configureMessageConverters(converters ->
                        converters.addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        http.oauth2Login(login -> login.loginPage("/login")
                .clientRegistrationRepository(issuer)
                .authorizedClientRepository(new NoTokens())
                .authorizationEndpoint(begins -> begins.authorizationRequestRepository(underWay))
                .tokenEndpoint(token -> token.accessTokenResponseClient(tokens))
                .userInfoEndpoint(info -> info.oidcUserService(this::person))
                .successHandler(succeeded)
                .failureHandler(failed()));
        http.addFilterBefore(new Reachable(), OAuth2AuthorizationRequestRedirectFilter.class);
    }

    /** The account of whoever the identity provider has let in. */
    private OidcUser person(OidcUserRequest request) {
        OidcIdToken token = request.getIdToken();
        Map<String, Object> claims = new LinkedHashMap<>(told(request));
        claims.putAll(token.getClaims()); // what is signed counts
        try {
            Account account = accounts.logIn(
                    new IssuerAccounts.Claims(
                            settings.issuer(),
                            token.getSubject(),
                            text(claims, settings.nameClaim()),
                            text(claims, "name"),
                            Boolean.parseBoolean(String.valueOf(claims.get("email_verified")))
                                    ? text(claims, "email")
                                    : null,
                            settings.groupsClaim() == null ? null : texts(claims, settings.groupsClaim())),
                    settings.policy(),
                    settings.claimsLast());
            people.changed();
            return new OidcPerson(
                    account.name(),
                    // of what was claimed the session keeps what the log-out needs
                    new OidcIdToken(
                            token.getTokenValue(),
                            token.getIssuedAt(),
                            token.getExpiresAt(),
                            Map.of(IdTokenClaimNames.SUB, token.getSubject())));
        } catch (IssuerRefusal refusal) {
            throw new OAuth2AuthenticationException(
                    new OAuth2Error("access_denied"), String.valueOf(refusal.getMessage()), refusal);
        }
    }

    /** What the identity provider tells apart from the token, of the same person. */
    private Map<String, Object> told(OidcUserRequest request) {
        String place = request.getClientRegistration()
                .getProviderDetails()
                .getUserInfoEndpoint()
                .getUri();
        if (place == null || place.isEmpty()) {
            return Map.of();
        }
        try {
            Map<String, Object> told = issuer.client()
                    .build()
                    .get()
                    .uri(URI.create(place))
                    .headers(headers ->
                            headers.setBearerAuth(request.getAccessToken().getTokenValue()))
                    .retrieve()
                    .body(new ParameterizedTypeReference<Map<String, Object>>() {});
            if (told == null || !request.getIdToken().getSubject().equals(told.get("sub"))) {
                throw new OAuth2AuthenticationException(
                        new OAuth2Error("invalid_user_info_response"),
                        "What " + place + " tells is of another person.");
            }
            return told;
        } catch (RestClientException failed) {
            throw new OAuth2AuthenticationException(
                    new OAuth2Error("invalid_user_info_response"), place + " tells nothing.", failed);
        }
    }

    private static @Nullable String text(Map<String, Object> claims, String name) {
        return claims.get(name) instanceof String text && !text.isBlank() ? text : null;
    }

    private static @Nullable Collection<String> texts(Map<String, Object> claims, String name) {
        Object value = claims.get(name);
        if (value instanceof String one) {
            return List.of(one);
        }
        return value instanceof Collection<?> many
                ? many.stream().map(String::valueOf).toList()
                : null;
    }

    private AuthenticationFailureHandler failed() {
        return (request, response, failure) -> refuse(request, response, failure);
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        OidcTrouble trouble = OidcTrouble.of(failure);
        LOG.warn("Log-in by {} came to nothing: {}: {}", settings.issuer(), trouble, failure.getMessage());
        record.refused(settings.issuer(), trouble.word(), request.getRemoteAddr());
        response.sendRedirect(request.getContextPath() + "/login?issuer=" + trouble.word());
    }

    /** Logs out there too, when the person came from there; the identity provider leads back to the log-in page. */
    LogoutSuccessHandler loggedOut() {
        return (request, response, authentication) -> response.sendRedirect(leaving(request, authentication));
    }

    private String leaving(HttpServletRequest request, @Nullable Authentication authentication) {
        String here = request.getContextPath() + "/login?left";
        if (authentication == null || !(authentication.getPrincipal() instanceof OidcPerson person)) {
            return here;
        }
        try {
            Optional<URI> there = issuer.endSession();
            return there.map(place -> UriComponentsBuilder.fromUri(place)
                            .queryParam("id_token_hint", person.getIdToken().getTokenValue())
                            .queryParam("client_id", "{client}")
                            .queryParam("post_logout_redirect_uri", "{back}")
                            .encode()
                            .buildAndExpand(settings.clientId(), base(request) + here)
                            .toUriString())
                    .orElse(here + "=here");
        } catch (IssuerAwayException away) {
            LOG.warn("A person is logged out here and perhaps not at {}: {}", settings.issuer(), away.getMessage());
            return here + "=here";
        }
    }

    private static String base(HttpServletRequest request) {
        return request.getRequestURL()
                .substring(
                        0,
                        request.getRequestURL().length()
                                - request.getRequestURI().length());
    }

    /** Says at the log-in page that the identity provider is away, in place of an error. */
    private final class Reachable extends OncePerRequestFilter {
        @Override
        protected boolean shouldNotFilter(HttpServletRequest request) {
            return !RequestPath.of(request).equals(BEGINS);
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            try {
                issuer.reach();
            } catch (IssuerAwayException away) {
                refuse(request, response, away);
                return;
            }
            chain.doFilter(request, response);
        }
    }

    /** Gulliver calls nothing in a person's name there. */
    private static final class NoTokens implements OAuth2AuthorizedClientRepository {
        @Override
        public <T extends OAuth2AuthorizedClient> @Nullable T loadAuthorizedClient(
                String registration, Authentication person, HttpServletRequest request) {
            return null;
        }

        @Override
        public void saveAuthorizedClient(
                OAuth2AuthorizedClient client,
                Authentication person,
                HttpServletRequest request,
                HttpServletResponse response) {
            // not kept
        }

        @Override
        public void removeAuthorizedClient(
                String registration, Authentication person, HttpServletRequest request, HttpServletResponse response) {
            // none is kept
        }
    }
}
