package io.gulliver.ui.security;

import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** The one place where a route's roles are checked: a handler without {@link OpenTo} is closed. */
public final class RoleGate implements HandlerInterceptor {
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method) || !ours(method)) {
            return true;
        }
        OpenTo open = method.getMethodAnnotation(OpenTo.class);
        if (open != null && open.strangers()) {
            return true;
        }
        Person person = Person.of(SecurityContextHolder.getContext().getAuthentication());
        if (open == null || person == null) {
            throw new AccessDeniedException("Route " + request.getRequestURI() + " is open to nobody");
        }
        if (open.value().length > 0 && !person.any(open.value())) {
            throw new AccessDeniedException("Route " + request.getRequestURI() + " is not open to " + person.name());
        }
        return true;
    }

    /** Routes of libraries (health, API description) are guarded by the filter chain alone. */
    static boolean ours(HandlerMethod method) {
        return method.getBeanType().getName().startsWith("io.gulliver.");
    }
}
