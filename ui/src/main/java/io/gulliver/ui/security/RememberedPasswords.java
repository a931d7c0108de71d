package io.gulliver.ui.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Remembers for a minute that a password fitted a digest of the store: people who call the API send it with each call, and
 * a digest that is slow on purpose takes a third of the server's time then. What is remembered is a digest under a key of
 * this process, of password and stored digest together: a changed password has another stored digest, so that nothing needs
 * to be forgotten, and whether the person may still log in is read of the store each time. A wrong password costs what it
 * costs.
 */
final class RememberedPasswords implements PasswordEncoder {
    static final Duration GOOD = Duration.ofSeconds(60);
    private static final int REMEMBERED = 1_000;

    private final PasswordEncoder slow;
    private final LongSupplier nanos;
    private final SecretKeySpec key;
    private final Map<String, Long> fitted = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    RememberedPasswords(PasswordEncoder slow) {
        this(slow, System::nanoTime);
    }

    /** @param nanos a clock that only goes on */
    RememberedPasswords(PasswordEncoder slow, LongSupplier nanos) {
        this.slow = slow;
        this.nanos = nanos;
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    @Override
    public @Nullable String encode(@Nullable CharSequence password) {
        return slow.encode(password);
    }

    @Override
    public boolean matches(@Nullable CharSequence password, @Nullable String encoded) {
        if (password == null || encoded == null) {
            return false;
        }
        String mark = mark(password, encoded);
        synchronized (fitted) {
            Long at = fitted.get(mark);
            if (at != null && nanos.getAsLong() - at < GOOD.toNanos()) {
                return true;
            }
        }
        boolean fits = slow.matches(password, encoded);
        if (fits) {
            synchronized (fitted) {
                fitted.put(mark, nanos.getAsLong());
            }
        }
        return fits;
    }

    private String mark(CharSequence password, String encoded) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal((encoded + '\n' + password).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
