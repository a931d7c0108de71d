package io.gulliver.ui.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.event.EventListener;
import org.springframework.security.authentication.event.AuthenticationFailureBadCredentialsEvent;
import org.springframework.security.authentication.event.AuthenticationSuccessEvent;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** What comes of a log-in, told to the throttle and to the audit. */
final class LoginEvents {
    private final LoginThrottle throttle;
    private final KnownBrowsers browsers;
    private final LoginRecord record;

    LoginEvents(LoginThrottle throttle, KnownBrowsers browsers, LoginRecord record) {
        this.throttle = throttle;
        this.browsers = browsers;
        this.record = record;
    }

    @EventListener
    void failed(AuthenticationFailureBadCredentialsEvent event) {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
            HttpServletRequest request = attributes.getRequest();
            String name = event.getAuthentication().getName();
            throttle.failed(name, browsers.place(request, name), request.getRemoteAddr());
            record.failed(name, request.getRemoteAddr());
        }
    }

    @EventListener
    void succeeded(AuthenticationSuccessEvent event) {
        if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
            String name = event.getAuthentication().getName();
            throttle.succeeded(name, browsers.place(attributes.getRequest(), name));
        }
    }

    /** Of pages: each call of the API is a log-in of its own, and is not told. */
    AuthenticationSuccessHandler succeeded(RequestCache wanted) {
        SavedRequestAwareAuthenticationSuccessHandler onward = new SavedRequestAwareAuthenticationSuccessHandler();
        onward.setRequestCache(wanted);
        return (request, response, authentication) -> {
            browsers.remember(request, response, authentication.getName());
            record.in(authentication.getName(), request.getRemoteAddr());
            onward.onAuthenticationSuccess(request, response, authentication);
        };
    }

    LogoutHandler loggingOut() {
        return (request, response, authentication) -> {
            if (authentication != null) {
                record.out(authentication.getName());
            }
        };
    }
}
