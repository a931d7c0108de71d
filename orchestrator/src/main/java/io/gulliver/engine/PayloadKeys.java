package io.gulliver.engine;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that encrypt what Temporal stores: one is current, the older ones stay to read old histories.
 *
 * <p>Kept in a file that only its owner can read. Whoever loses it loses the workflows' payloads (not the store's run
 * log), so it belongs in the back-up of the data directory.
 */
public final class PayloadKeys {
    private static final Logger log = LoggerFactory.getLogger(PayloadKeys.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private static final long LOOK_AGAIN_NANOS = 1_000_000_000L;

    private final String current;
    private final @Nullable Path file;
    private volatile SortedMap<String, SecretKey> keys;
    private long lookedAt = System.nanoTime() - LOOK_AGAIN_NANOS;

    private PayloadKeys(String current, SortedMap<String, SecretKey> keys, @Nullable Path file) {
        this.current = current;
        this.keys = keys;
        this.file = file;
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Stored(String current, SortedMap<String, String> keys) {}

    /** One new random key of 256 bits; for tests and for the first start. */
    public static PayloadKeys generate() {
        SortedMap<String, SecretKey> keys = new TreeMap<>();
        keys.put("k1", newKey());
        return new PayloadKeys("k1", keys, null);
    }

    /**
     * Reads the key file, or makes it on the first start.
     *
     * @throws EngineException when it cannot be read, others may read it, or its content is no key file
     */
    public static PayloadKeys loadOrCreate(Path file) {
        if (!Files.exists(file)) {
            try {
                generate().write(file, false);
            } catch (FileAlreadyExistsException e) {
                return load(file); // another process of this data directory was first
            } catch (IOException e) {
                throw new EngineException("Key file " + file + " cannot be written: " + e.getMessage(), e);
            }
        }
        return load(file);
    }

    private static PayloadKeys load(Path file) {
        try {
            if (posix(file)) {
                Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
                if (!OWNER_ONLY.containsAll(mode)) {
                    throw new EngineException("Key file " + file + " has mode " + PosixFilePermissions.toString(mode)
                            + "; wanted rw------- because it opens every stored payload. Run: chmod 600 '" + file
                            + "'");
                }
            }
            Stored stored = JSON.readValue(Files.readString(file), Stored.class);
            SortedMap<String, SecretKey> keys = new TreeMap<>();
            stored.keys.forEach((id, text) -> {
                byte[] bytes = Base64.getDecoder().decode(text);
                if (bytes.length != 32) {
                    throw new IllegalArgumentException("key " + id + " has " + bytes.length + " bytes, wanted 32");
                }
                keys.put(id, new SecretKeySpec(bytes, "AES"));
            });
            if (!keys.containsKey(stored.current)) {
                throw new IllegalArgumentException("current key '" + stored.current + "' is not among the keys");
            }
            return new PayloadKeys(stored.current, keys, file);
        } catch (JsonProcessingException e) {
            // The cause quotes the file, so it is not attached.
            throw new EngineException("Key file " + file + " is not JSON. Restore it from the back-up.");
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new EngineException(
                    "Key file " + file + " is damaged: " + e.getMessage() + ". Restore it from the back-up.");
        } catch (IOException e) {
            throw new EngineException("Key file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Adds a new key, makes it current and saves the file. A process that runs finds the new key in the file when it
     * first meets a payload of it, and seals with it from its next start on. So a rotation is: rotate, copy the file to
     * every process, then restart them in any order.
     */
    public PayloadKeys rotate(Path file) {
        SortedMap<String, SecretKey> next = new TreeMap<>(keys);
        int number = keys.size() + 1;
        while (next.containsKey("k" + number)) {
            number++;
        }
        next.put("k" + number, newKey());
        PayloadKeys rotated = new PayloadKeys("k" + number, next, file);
        try {
            rotated.write(file, true);
        } catch (IOException e) {
            throw new EngineException("Key file " + file + " cannot be written: " + e.getMessage(), e);
        }
        return rotated;
    }

    /** Id of the key that encrypts from now on. */
    public String current() {
        return current;
    }

    /** Where the keys are kept, for people: the key file, or a word for keys that are in memory only. */
    public String origin() {
        return file == null ? "memory" : file.toString();
    }

    /** Whether the key of that id is at hand, in memory or in the file, and has that check value. */
    public boolean holds(String id, String check) {
        return find(id).map(PayloadKeys::check).filter(check::equals).isPresent();
    }

    /** Ids of the keys at hand, each with a value that tells another key of that id apart and nothing of the key. */
    public SortedMap<String, String> checks() {
        SortedMap<String, String> checks = new TreeMap<>();
        keys.forEach((id, key) -> checks.put(id, check(key)));
        return checks;
    }

    private static String check(SecretKey key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal("gulliver payload key".getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HmacSHA256", e);
        }
    }

    /** The key of that id; one that is not known yet is looked for in the file, at most once a second. */
    Optional<SecretKey> find(String id) {
        SecretKey known = keys.get(id);
        if (known == null && readAgain()) {
            known = keys.get(id);
        }
        return Optional.ofNullable(known);
    }

    private synchronized boolean readAgain() {
        if (file == null || System.nanoTime() - lookedAt < LOOK_AGAIN_NANOS) {
            return false;
        }
        lookedAt = System.nanoTime();
        try {
            SortedMap<String, SecretKey> all = new TreeMap<>(load(file).keys);
            all.putAll(keys);
            keys = all;
            return true;
        } catch (EngineException e) {
            log.warn("The key file cannot be read again: {}", e.getMessage());
            return false;
        }
    }

    private void write(Path file, boolean replace) throws IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        keys.forEach((id, key) -> texts.put(id, Base64.getEncoder().encodeToString(key.getEncoded())));
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        FileAttribute<?>[] mode = posix(folder)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        Path next = Files.createTempFile(folder, "payload-keys", ".new", mode);
        Files.writeString(next, JSON.writeValueAsString(new Stored(current, texts)));
        if (replace) {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } else {
            try {
                Files.createLink(file, next); // fails when another process was first, unlike a move
            } finally {
                Files.delete(next);
            }
        }
    }

    private static boolean posix(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix");
    }

    private static SecretKey newKey() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return new SecretKeySpec(bytes, "AES");
    }

    @Override
    public String toString() {
        return "PayloadKeys[current=" + current + ", keys=" + keys.keySet() + "]";
    }
}
