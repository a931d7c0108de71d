package io.gulliver.ui.security;

import org.springframework.security.authentication.AuthenticationServiceException;

/** The identity provider does not answer, or not as one does: nobody is to blame who wants to log in. */
final class IssuerAwayException extends AuthenticationServiceException {
    private static final long serialVersionUID = 1;

    IssuerAwayException(String message, Throwable cause) {
        super(message, cause);
    }

    IssuerAwayException(String message) {
        super(message);
    }
}
