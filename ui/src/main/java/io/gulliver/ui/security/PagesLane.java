package io.gulliver.ui.security;

import io.gulliver.persistence.StoreLane;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Has every request use the store's connections for pages, its session included; the engine's stay the engine's. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class PagesLane extends OncePerRequestFilter {
    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        StoreLane before = StoreLane.PAGES.enter();
        try {
            chain.doFilter(request, response);
        } finally {
            before.enter();
        }
    }
}
