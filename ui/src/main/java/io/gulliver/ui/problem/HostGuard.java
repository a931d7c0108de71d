package io.gulliver.ui.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers only under names that are ours: this machine's, {@code localhost}, an address in figures, and those of the
 * settings. A page of another site whose name was made to resolve to this machine (DNS rebinding) sends its own name.
 */
@Component
class HostGuard extends OncePerRequestFilter {
    private static final Logger log = LoggerFactory.getLogger(HostGuard.class);

    private final Set<String> names;
    private final ProblemWriter problems;

    /** @param environment {@code gulliver.web.hosts} names those that the machine has not by itself, such as a proxy's */
    HostGuard(Environment environment, ProblemWriter problems) {
        this.problems = problems;
        Set<String> all = new TreeSet<>(Set.of("localhost"));
        Binder.get(environment)
                .bind("gulliver.web.hosts", Bindable.listOf(String.class))
                .orElse(List.of())
                .forEach(host -> all.add(host.toLowerCase(Locale.ROOT)));
        try {
            InetAddress machine = InetAddress.getLocalHost();
            all.add(machine.getHostName().toLowerCase(Locale.ROOT));
            all.add(machine.getCanonicalHostName().toLowerCase(Locale.ROOT));
        } catch (UnknownHostException unnamed) {
            log.debug("This machine has no name that it knows itself: {}", unnamed.getMessage());
        }
        names = Collections.unmodifiableSet(all);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String host = request.getServerName().toLowerCase(Locale.ROOT);
        if (names.contains(host) || figures(host)) {
            chain.doFilter(request, response);
        } else {
            problems.write(request, response, Refusal.bad("problem.host"));
        }
    }

    /** An address that no name server had a part in. */
    private static boolean figures(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
    }
}
