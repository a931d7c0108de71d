package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

/** A password that fitted is believed for a minute; another one, or another digest, is looked at each time. */
class RememberedPasswordsTest {
    private final AtomicInteger looked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(1);

    /** Counts how often it is asked; the digest is the password backwards, with a salt. */
    private final PasswordEncoder slow = new PasswordEncoder() {
        @Override
        public String encode(CharSequence password) {
            return "salt:" + new StringBuilder(password).reverse();
        }

        @Override
        public boolean matches(CharSequence password, String encoded) {
            looked.incrementAndGet();
            return encoded.substring(encoded.indexOf(':') + 1)
                    .equals(new StringBuilder(password).reverse().toString());
        }
    };

    private final RememberedPasswords passwords = new RememberedPasswords(slow, nanos::get);

    private String digest(String password) {
        return Objects.requireNonNull(passwords.encode(password));
    }

    @Test
    void whatFittedIsNotLookedAtAgainForAMinute() {
        String digest = digest("orbit-velvet");
        assertThat(passwords.matches("orbit-velvet", digest)).isTrue();
        assertThat(passwords.matches("orbit-velvet", digest)).isTrue();
        assertThat(looked).hasValue(1);
        nanos.addAndGet(RememberedPasswords.GOOD.toNanos());
        assertThat(passwords.matches("orbit-velvet", digest)).isTrue();
        assertThat(looked).as("a minute later").hasValue(2);
    }

    @Test
    void aWrongOneIsLookedAtEachTimeAndNeverRemembered() {
        String digest = digest("orbit-velvet");
        for (int i = 0; i < 3; i++) {
            assertThat(passwords.matches("orbit-velver", digest)).isFalse();
        }
        assertThat(looked).hasValue(3);
        assertThat(passwords.matches("orbit-velvet", digest)).isTrue();
        assertThat(passwords.matches("orbit-velver", digest)).isFalse();
    }

    @Test
    void aChangedPasswordIsAnotherDigestSoThatTheOldOneFitsNoMore() {
        String before = digest("orbit-velvet");
        assertThat(passwords.matches("orbit-velvet", before)).isTrue();
        String after = digest("canyon-piano");
        assertThat(passwords.matches("orbit-velvet", after))
                .as("the old one, at once")
                .isFalse();
        assertThat(passwords.matches("canyon-piano", after)).isTrue();
        assertThat(passwords.matches("orbit-velvet", "pepper:" + before.substring(5)))
                .as("the same password under another salt is looked at")
                .isTrue();
        assertThat(looked).hasValue(4);
    }

    @Test
    void forgetsTheOldestOfAThousandAndNothingIsEqualToNothing() {
        String first = digest("password-0");
        assertThat(passwords.matches("password-0", first)).isTrue();
        for (int i = 1; i <= 1_000; i++) {
            assertThat(passwords.matches("password-" + i, digest("password-" + i)))
                    .isTrue();
        }
        int before = looked.get();
        assertThat(passwords.matches("password-1000", digest("password-1000"))).isTrue();
        assertThat(looked).hasValue(before);
        assertThat(passwords.matches("password-0", first)).isTrue();
        assertThat(looked).hasValue(before + 1);
        assertThat(passwords.matches(null, first)).isFalse();
        assertThat(passwords.matches("x", null)).isFalse();
    }

    /** Password and digest are told apart: the end of one is not the beginning of the other. */
    @Test
    void whatIsRememberedIsOfBothTogether() {
        assertThat(passwords.matches("ab", "x:ba")).isTrue();
        assertThat(passwords.matches("b", "x:ba")).isFalse();
        assertThat(looked).hasValue(2);
    }
}
