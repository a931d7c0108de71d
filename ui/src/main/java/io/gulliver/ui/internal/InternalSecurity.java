package io.gulliver.ui.internal;

import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretSource;
import io.gulliver.ui.start.GulliverSettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.web.filter.OncePerRequestFilter;

/** Opens {@code /internal/**} to whoever shows the worker token, and to nobody when none is set. */
@Configuration(proxyBeanMethods = false)
class InternalSecurity {
    @Bean
    @Order(0)
    SecurityFilterChain internalChain(HttpSecurity http, GulliverSettings settings, SecretSource secrets) {
        String token = settings.workers().token();
        SecretRef ref = token == null ? null : SecretRef.parse(token);
        http.securityMatcher("/internal/**");
        // No cookie and no session: a browser has nothing to be abused with.
        http.csrf(csrf -> csrf.disable());
        http.sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
        http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
        http.addFilterBefore(new TokenFilter(ref, secrets), UsernamePasswordAuthenticationFilter.class);
        return http.build();
    }

    private static final class TokenFilter extends OncePerRequestFilter {
        private final @Nullable SecretRef token;
        private final SecretSource secrets;

        TokenFilter(@Nullable SecretRef token, SecretSource secrets) {
            this.token = token;
            this.secrets = secrets;
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            String shown = request.getHeader("Authorization");
            if (token == null || shown == null || !matches(shown, "Bearer " + secrets.own(token))) {
                response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
                response.setHeader("WWW-Authenticate", "Bearer");
                return;
            }
            chain.doFilter(request, response);
        }

        /** In constant time, so that the token cannot be guessed letter by letter. */
        private static boolean matches(String shown, String wanted) {
            return MessageDigest.isEqual(
                    shown.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
        }
    }
}
