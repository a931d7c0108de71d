package io.gulliver.ui.security;

import io.gulliver.domain.people.Right;
import io.gulliver.persistence.view.AccountToken;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The one place where it is decided whether a route is open: a handler without {@link OpenTo} is closed, and a program
 * that is not there for the person is not found, whether there is one or not.
 */
public final class RoleGate implements HandlerInterceptor {
    private final People people;

    public RoleGate(People people) {
        this.people = people;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method) || !ours(method)) {
            return true;
        }
        OpenTo open = method.getMethodAnnotation(OpenTo.class);
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        Person person = Person.isLoggedIn(authentication)
                ? people.person(authentication, program(request)).enter()
                : null;
        if (open != null && open.strangers()) {
            return true;
        }
        if (open == null || person == null) {
            throw new AccessDeniedException("Route " + request.getRequestURI() + " is open to nobody");
        }
        boolean opens = isOpen(open, person);
        String program = person.program();
        if (!opens && program != null && !person.sees(program) && open.value() != Right.NONE) {
            throw Refusal.notFound("problem.program", program);
        }
        AccountToken token = person.token();
        if (token != null) {
            suffices(token, open, SecurityConfiguration.CHANGES.contains(request.getMethod()));
        }
        if (!opens) {
            throw new AccessDeniedException("Route " + request.getRequestURI() + " is not open to " + person.name());
        }
        return true;
    }

    /** Whether a route that says so is open to a person. */
    public static boolean isOpen(OpenTo open, Person person) {
        if (open.everybody() || open.administrators() && person.administrator()) {
            return true;
        }
        return open.value() != Right.NONE
                && person.may(open.value())
                && (open.functions().length == 0 || person.any(open.functions()));
    }

    /** @throws Refusal 403, the token lets less through than the route takes, or the route takes none */
    private static void suffices(AccountToken token, OpenTo open, boolean changes) {
        if (open.personally()) {
            throw Refusal.forbidden("problem.bearer.person");
        }
        Right least = open.token() != Right.NONE ? open.token() : changes ? Right.WORK : Right.READ;
        if (!token.most().covers(least)) {
            throw least == Right.DECIDE
                    ? Refusal.forbidden("problem.bearer.decides")
                    : Refusal.forbidden("problem.bearer.works");
        }
        if (open.everybody() && least != Right.READ) {
            ofItsPerson(token);
        }
    }

    /**
     * What is a person's own belongs to no program.
     *
     * @throws Refusal 403, the token does not work in all that its person may
     */
    public static void ofItsPerson(AccountToken token) {
        if (token.programs() != null || !token.most().covers(Right.WORK)) {
            throw Refusal.forbidden("problem.bearer.own");
        }
    }

    private static @Nullable String program(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        Object program = variables instanceof Map<?, ?> map ? map.get("program") : null;
        return program == null ? null : program.toString();
    }

    /** Routes of libraries (health, API description) are guarded by the filter chain alone. */
    static boolean ours(HandlerMethod method) {
        return method.getBeanType().getName().startsWith("io.gulliver.");
    }
}
