package io.gulliver.lab.hmc;

import io.gulliver.lab.LabRequest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who is logged on to a simulated HMC. Kept in memory only: a restart of an HMC ends its sessions. */
final class HmcSessions {

    static final String HEADER = "X-API-Session";

    private record Session(String user, Instant lastUsed) {}

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final LabHmcSetup setup;
    private final Clock clock;

    HmcSessions(LabHmcSetup setup, Clock clock) {
        this.setup = setup;
        this.clock = clock;
    }

    /** A new session; the caller has checked the password. */
    synchronized Optional<String> open(String user) {
        dropIdle();
        long open = sessions.values().stream()
                .filter(session -> session.user().equals(user))
                .count();
        if (open >= setup.maxSessions()) {
            return Optional.empty();
        }
        String id = secret();
        sessions.put(id, new Session(user, clock.instant()));
        return Optional.of(id);
    }

    String secret() {
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void dropIdle() {
        Instant oldest = clock.instant().minus(setup.sessionIdle());
        sessions.values().removeIf(session -> session.lastUsed().isBefore(oldest));
    }

    /** The user of the request's session, which counts as used now; empty when it is not valid. */
    Optional<String> use(LabRequest request) {
        dropIdle();
        return request.header(HEADER)
                .map(id -> sessions.computeIfPresent(id, (key, old) -> new Session(old.user(), clock.instant())))
                .map(Session::user);
    }

    /** The user of the request's session, for the ledger. */
    Optional<String> user(LabRequest request) {
        return request.header(HEADER).map(sessions::get).map(Session::user);
    }

    void end(LabRequest request) {
        request.header(HEADER).ifPresent(sessions::remove);
    }

    boolean knows(String user, String password) {
        return password.equals(setup.passwords().get(user));
    }

    int count() {
        return sessions.size();
    }
}
