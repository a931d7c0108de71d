package io.gulliver.ui.security;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.OidcUserInfo;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Who logged in by an identity provider, under the name of the account here. The session remembers the name, and the token
 * by which the identity provider knows at log-out whom to log out; what the person may do is asked of the store.
 */
final class OidcPerson implements OidcUser, Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final OidcIdToken token;

    OidcPerson(String name, OidcIdToken token) {
        this.name = name;
        this.token = token;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public OidcIdToken getIdToken() {
        return token;
    }

    @Override
    public Map<String, Object> getClaims() {
        return token.getClaims();
    }

    @Override
    public Map<String, Object> getAttributes() {
        return token.getClaims();
    }

    @Override
    public @Nullable OidcUserInfo getUserInfo() {
        return null;
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return List.of();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OidcPerson person && person.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
