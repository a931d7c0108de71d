package io.gulliver.ui.frame;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tells a page that sent a form by script where to go next, in place of a redirect: a script that followed the redirect
 * itself would use up the words that wait for the next page.
 */
@Component
public class InPlaceRedirect extends OncePerRequestFilter {
    /** Sent by {@code app.js} with every form. */
    static final String ASKED = "X-In-Place";
    /** Where to go. */
    static final String LOCATION = "X-Location";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, request.getHeader(ASKED) == null ? response : new Told(response));
    }

    private static final class Told extends HttpServletResponseWrapper {
        Told(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void sendRedirect(String location) {
            sendRedirect(location, SC_FOUND, true);
        }

        @Override
        public void sendRedirect(String location, boolean clearBuffer) {
            sendRedirect(location, SC_FOUND, clearBuffer);
        }

        @Override
        public void sendRedirect(String location, int status) {
            sendRedirect(location, status, true);
        }

        @Override
        public void sendRedirect(String location, int status, boolean clearBuffer) {
            if (clearBuffer) {
                resetBuffer();
            }
            setHeader(LOCATION, location);
            setStatus(SC_NO_CONTENT);
        }
    }
}
