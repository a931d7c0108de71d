package io.gulliver.ui.security;

import io.gulliver.persistence.view.AccountToken;
import io.gulliver.service.people.AccountService;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Knows a caller by the token in {@code Authorization: Bearer}; it is looked up by a fast digest, at each call anew. One that is
 * not good is told, and closes nothing to one that is: nobody guesses 256 bits, but somebody may try what was once a token.
 */
final class BearerFilter extends OncePerRequestFilter {
    private final AccountService accounts;
    private final People people;
    private final LoginRecord record;
    private final AuthenticationEntryPoint refused;

    BearerFilter(AccountService accounts, People people, LoginRecord record, AuthenticationEntryPoint refused) {
        this.accounts = accounts;
        this.people = people;
        this.record = record;
        this.refused = refused;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            chain.doFilter(request, response);
            return;
        }
        Optional<AccountToken> token = accounts.token(header.substring(7).strip())
                .filter(one -> people.open(one.name()).isPresent());
        if (token.isEmpty()) {
            record.badToken(request.getRemoteAddr());
            refused.commence(request, response, new BadCredentialsException("No token that is good"));
            return;
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(new TokenAuthentication(token.get()));
        SecurityContextHolder.setContext(context);
        chain.doFilter(request, response);
    }
}
