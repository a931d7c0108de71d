package io.gulliver.ui.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what came in clear text from beyond this machine: past the proxy that speaks TLS, or through it without. Whoever
 * sent a password that way learns it at once, and not only that it was right.
 */
@Component
class ClearTextGuard extends OncePerRequestFilter {
    private final ProblemWriter problems;

    ClearTextGuard(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.isSecure() || here(request.getRemoteAddr())) {
            chain.doFilter(request, response);
        } else {
            problems.write(request, response, Refusal.forbidden("problem.clear-text"));
        }
    }

    private static boolean here(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
