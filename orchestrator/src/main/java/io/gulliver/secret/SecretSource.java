package io.gulliver.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds secrets at the moment of use. Nothing is kept: a changed file is seen at the next call. Every value found is
 * told to the {@link SecretRegistry}, so that it is blanked in logs from then on.
 */
public final class SecretSource {
    private static final Logger LOG = LoggerFactory.getLogger(SecretSource.class);

    private final List<SecretGrant> grants;
    private final SecretRegistry registry;
    private final Map<String, String> environment;

    public SecretSource(List<SecretGrant> grants, SecretRegistry registry, Map<String, String> environment) {
        this.grants = List.copyOf(grants);
        this.registry = registry;
        this.environment = environment;
    }

    /**
     * The secret for one use.
     *
     * @param ref where it lies
     * @param kind of system it is shown to
     * @param host it is sent to
     * @throws SecretException not granted for this use, missing, empty, or open to others
     */
    public String resolve(SecretRef ref, String kind, String host) {
        if (grants.stream().noneMatch(grant -> grant.allows(ref, kind, host))) {
            throw new SecretException("Secret " + ref + " is not granted for " + kind + " at " + host
                    + ". Add it to gulliver.secrets.grants with that kind and a host pattern, if that is meant.");
        }
        return own(ref);
    }

    /** A secret of Gulliver's own (its store's password, its worker token), for which no grant is asked. */
    public String own(SecretRef ref) {
        String value = switch (ref.scheme()) {
            case ENV -> fromEnvironment(ref);
            case FILE -> fromFile(ref);
            case VAULT ->
                throw new SecretException("Secret " + ref
                        + ": this build has no Vault client. Let the Vault agent write the secret to a file of mode"
                        + " 0600 and refer to it with file:.");
        };
        if (value.length() < SecretRegistry.LEAST_LENGTH) {
            throw new SecretException("Secret " + ref + " has fewer than " + SecretRegistry.LEAST_LENGTH
                    + " characters: it could not be blanked in logs. Choose a longer one.");
        }
        registry.add(value);
        return value;
    }

    /** Reads a secret only so that it is blanked from now on; shown to nobody, so no grant is asked. What is not there stays unknown. */
    public void know(SecretRef ref) {
        try {
            own(ref);
        } catch (SecretException e) {
            LOG.debug("A secret cannot be read, so it is not blanked: {}", e.getMessage());
        }
    }

    private String fromEnvironment(SecretRef ref) {
        String value = environment.get(ref.location());
        if (value == null || value.isEmpty()) {
            throw new SecretException("Secret " + ref + ": the environment of this process has no such variable.");
        }
        return value;
    }

    private static String fromFile(SecretRef ref) {
        Path file = Path.of(ref.location());
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
                if (mode.contains(PosixFilePermission.OTHERS_READ) || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
                    throw new SecretException(
                            "Secret " + ref + ": others may read or write the file. Run: chmod o-rwx '" + file + "'");
                }
            }
            return Files.readString(file, StandardCharsets.UTF_8).replaceFirst("\\R\\z", "");
        } catch (IOException e) {
            throw new SecretException("Secret " + ref + " cannot be read: "
                    + e.getClass().getSimpleName() + ". Is the file there, and may this user read it?");
        }
    }
}
