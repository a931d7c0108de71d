package io.gulliver.ui.security;

import io.gulliver.service.people.IssuerRefusal;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;

/** Why a log-in by the identity provider came to nothing; the log-in page has a sentence for each. */
enum OidcTrouble {
    /** It does not answer. */
    AWAY,
    /** It let nobody through, or the person changed their mind there. */
    REFUSED,
    /** The answer belongs to no log-in that is under way in this browser, or was taken already. */
    OVER,
    /** What it says is not to be believed: signature, issuer, audience, time or nonce. */
    UNTRUE,
    /** The account is closed. */
    CLOSED,
    /** The name is somebody else's. */
    NAME,
    /** It did not say what it must. */
    CLAIMS;

    /** In the address of the log-in page. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<OidcTrouble> of(@Nullable String word) {
        return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
    }

    static OidcTrouble of(AuthenticationException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IssuerRefusal refusal) {
                return switch (refusal.why()) {
                    case CLOSED -> CLOSED;
                    case NAME -> NAME;
                    case CLAIMS -> CLAIMS;
                };
            }
            if (cause instanceof IOException || cause instanceof IssuerAwayException) {
                return AWAY;
            }
        }
        String code = failure instanceof OAuth2AuthenticationException known
                ? known.getError().getErrorCode()
                : "";
        return switch (code) {
            case "authorization_request_not_found", "invalid_state_parameter", "invalid_grant", "invalid_request" ->
                OVER;
            case "invalid_id_token", "invalid_nonce", "invalid_user_info_response", "invalid_token_response" -> UNTRUE;
            default -> REFUSED;
        };
    }
}
