package io.gulliver.ui.security;

import io.gulliver.persistence.view.AccountToken;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** A program that calls in a person's name, with as much of the person's rights as its token lets through. */
final class TokenAuthentication extends AbstractAuthenticationToken {
    private static final long serialVersionUID = 1;

    private final transient AccountToken token;

    TokenAuthentication(AccountToken token) {
        super(AuthorityUtils.NO_AUTHORITIES);
        this.token = token;
        setAuthenticated(true);
    }

    AccountToken token() {
        return token;
    }

    @Nullable
    Set<String> programs() {
        return token.programs() == null ? null : new TreeSet<>(token.programs());
    }

    @Override
    public Object getPrincipal() {
        return token.name();
    }

    @Override
    public Object getCredentials() {
        return "";
    }
}
