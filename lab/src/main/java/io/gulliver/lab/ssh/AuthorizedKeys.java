package io.gulliver.lab.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.jspecify.annotations.Nullable;

/**
 * The login's own {@code ~/.ssh/authorized_keys}, as sshd(8) reads it (AUTHORIZED_KEYS FILE FORMAT; PATTERNS of
 * ssh_config(5); StrictModes of sshd_config(5)). A line with an option that the lab does not play lets nobody in.
 */
final class AuthorizedKeys {
    private static final Pattern KEY = Pattern.compile("(?:ssh-|ecdsa-sha2-)\\S+\\s+\\S+.*");

    /** One option: a word, and perhaps a value in quotes, in which a quote stands behind a backslash. */
    private static final Pattern OPTION = Pattern.compile("([A-Za-z0-9-]+)(?:=\"((?:[^\"\\\\]|\\\\.)*)\")?");

    /** Those that take something away which the lab never gives. */
    private static final Set<String> TAKEN_AWAY = Set.of(
            "restrict", "no-agent-forwarding", "no-port-forwarding", "no-pty", "no-user-rc", "no-x11-forwarding");

    /**
     * What a key may do.
     *
     * @param command what is run whatever the client asks for, or null
     */
    record Allowed(@Nullable String command) {}

    private AuthorizedKeys() {}

    /** Whether the key stands anywhere in the list, whatever else its line says: what a lab does that is too kind. */
    static boolean names(Path home, PublicKey key) throws IOException {
        Path file = home.resolve(".ssh/authorized_keys");
        return Files.isRegularFile(file)
                && Files.readString(file).contains(PublicKeyEntry.toString(key).split(" ")[1]);
    }

    /** What this key may do from this address; empty when it is refused. */
    static Optional<Allowed> find(Path home, PublicKey key, String address) throws IOException {
        Path directory = home.resolve(".ssh");
        Path file = directory.resolve("authorized_keys");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        for (Path strict : List.of(home, directory, file)) {
            Set<PosixFilePermission> modes = Files.getPosixFilePermissions(strict);
            if (modes.contains(PosixFilePermission.GROUP_WRITE) || modes.contains(PosixFilePermission.OTHERS_WRITE)) {
                return Optional.empty();
            }
        }
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .flatMap(line -> allowed(line, key, address).stream())
                .findFirst();
    }

    private static Optional<Allowed> allowed(String line, PublicKey key, String address) {
        if (KEY.matcher(line).matches()) {
            return is(line, key) ? Optional.of(new Allowed(null)) : Optional.empty();
        }
        String command = null;
        Matcher option = OPTION.matcher(line);
        int at = 0;
        while (option.find(at) && option.start() == at) {
            String value = option.group(2) == null ? null : option.group(2).replace("\\\"", "\"");
            switch (option.group(1).toLowerCase(Locale.ROOT)) {
                case "command" -> {
                    if (value == null || command != null) {
                        return Optional.empty();
                    }
                    command = value;
                }
                case "from" -> {
                    if (value == null || !matches(address, value)) {
                        return Optional.empty();
                    }
                }
                default -> {
                    if (value != null || !TAKEN_AWAY.contains(option.group(1).toLowerCase(Locale.ROOT))) {
                        return Optional.empty();
                    }
                }
            }
            at = option.end();
            if (at < line.length() && line.charAt(at) == ',') {
                at++;
            } else {
                String rest = line.substring(at);
                boolean whole =
                        rest.startsWith(" ") && KEY.matcher(rest.strip()).matches();
                return whole && is(rest.strip(), key) ? Optional.of(new Allowed(command)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean is(String line, PublicKey key) {
        try {
            return KeyUtils.compareKeys(
                    key,
                    PublicKeyEntry.parsePublicKeyEntry(line)
                            .resolvePublicKey(null, null, PublicKeyEntryResolver.IGNORING));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException unreadable) {
            return false;
        }
    }

    /** One pattern has to match, and none that is negated. */
    private static boolean matches(String address, String patterns) {
        boolean matched = false;
        for (String pattern : patterns.split(",")) {
            boolean negated = pattern.startsWith("!");
            String glob = negated ? pattern.substring(1) : pattern;
            String expression = ("\\Q" + glob + "\\E").replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
            if (address.matches(expression)) {
                if (negated) {
                    return false;
                }
                matched = true;
            }
        }
        return matched;
    }
}
