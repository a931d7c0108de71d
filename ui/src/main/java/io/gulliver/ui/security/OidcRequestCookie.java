package io.gulliver.ui.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.web.util.WebUtils;

/**
 * A log-in that is under way at the identity provider: state, nonce and proof key in a sealed cookie of ten minutes, so that
 * a stranger writes nothing to the store and any web process may take the answer. It is taken once: a state that has come
 * back is refused from then on, also with a copy of the cookie.
 */
final class OidcRequestCookie implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
    static final String COOKIE = "gulliver-oidc";
    static final Duration GOOD = Duration.ofMinutes(10);

    private static final int REMEMBERED = 10_000;
    private static final int IV = 12;
    private static final int TAG_BITS = 128;
    private static final int PARTS = 5;
    private static final int LONGEST = 4_000;

    private final ClientRegistrationRepository issuers;
    private final Supplier<String> secret;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Instant> taken = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED || eldest.getValue().plus(GOOD).isBefore(clock.instant());
        }
    };

    /** @param secret that the web processes of one installation share */
    OidcRequestCookie(ClientRegistrationRepository issuers, Supplier<String> secret, Clock clock) {
        this.issuers = issuers;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest wanted, HttpServletRequest request, HttpServletResponse response) {
        if (wanted == null) {
            response.addCookie(cookie(request, "", 0));
            return;
        }
        String text = String.join(
                "\n",
                String.valueOf(clock.instant().getEpochSecond()),
                wanted.getState(),
                wanted.getAttribute(OidcParameterNames.NONCE),
                wanted.getAttribute(PkceParameterNames.CODE_VERIFIER),
                wanted.getRedirectUri());
        response.addCookie(cookie(request, sealed(text), (int) GOOD.toSeconds()));
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        String state = request.getParameter(OAuth2ParameterNames.STATE);
        if (cookie == null || state == null || cookie.getValue().length() > LONGEST) {
            return null;
        }
        String text = opened(cookie.getValue());
        String[] parts = text == null ? new String[0] : text.split("\n", -1);
        if (parts.length != PARTS
                || !parts[1].equals(state)
                || Instant.ofEpochSecond(Long.parseLong(parts[0])).plus(GOOD).isBefore(clock.instant())) {
            return null;
        }
        synchronized (taken) {
            if (taken.containsKey(state)) {
                return null;
            }
        }
        ClientRegistration issuer = issuers.findByRegistrationId(OidcIssuer.ID);
        return OAuth2AuthorizationRequest.authorizationCode()
                .clientId(issuer.getClientId())
                .authorizationUri(issuer.getProviderDetails().getAuthorizationUri())
                .redirectUri(parts[4])
                .scopes(issuer.getScopes())
                .state(state)
                .attributes(attributes -> {
                    attributes.put(OAuth2ParameterNames.REGISTRATION_ID, OidcIssuer.ID);
                    attributes.put(OidcParameterNames.NONCE, parts[2]);
                    attributes.put(PkceParameterNames.CODE_VERIFIER, parts[3]);
                })
                .build();
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        OAuth2AuthorizationRequest wanted = loadAuthorizationRequest(request);
        if (wanted != null) {
            synchronized (taken) {
                if (taken.putIfAbsent(wanted.getState(), clock.instant()) != null) {
                    return null;
                }
            }
            response.addCookie(cookie(request, "", 0));
        }
        return wanted;
    }

    private static Cookie cookie(HttpServletRequest request, String value, int seconds) {
        Cookie cookie = new Cookie(COOKIE, value);
        cookie.setPath("/login");
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setAttribute("SameSite", "Lax"); // the identity provider leads back here by a link
        cookie.setMaxAge(seconds);
        return cookie;
    }

    private String sealed(String text) {
        try {
            byte[] iv = new byte[IV];
            random.nextBytes(iv);
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key(), new GCMParameterSpec(TAG_BITS, iv));
            byte[] sealed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] whole = Arrays.copyOf(iv, IV + sealed.length);
            System.arraycopy(sealed, 0, whole, IV, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private @Nullable String opened(String value) {
        try {
            byte[] whole = Base64.getUrlDecoder().decode(value);
            if (whole.length <= IV) {
                return null;
            }
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, key(), new GCMParameterSpec(TAG_BITS, whole, 0, IV));
            return new String(cipher.doFinal(whole, IV, whole.length - IV), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException notOurs) {
            return null;
        }
    }

    private SecretKeySpec key() throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.get().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return new SecretKeySpec(mac.doFinal("gulliver log-ins under way".getBytes(StandardCharsets.UTF_8)), "AES");
    }
}
