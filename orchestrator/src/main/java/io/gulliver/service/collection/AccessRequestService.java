package io.gulliver.service.collection;

import io.gulliver.assessment.access.AccessLine;
import io.gulliver.assessment.access.AccessRequest;
import io.gulliver.domain.access.DatabaseAccessState;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.access.AccessStore;
import io.gulliver.persistence.estate.DatabaseStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts together what those who must open connections, grant rights and switch on are asked for, from what was tried. */
public final class AccessRequestService {
    private static final int EVERY = 100_000;

    private final AccessStore access;
    private final DatabaseStore databases;
    private final Landscape landscape;
    private final String zone;

    /** @param zone whose workers try */
    public AccessRequestService(AccessStore access, DatabaseStore databases, Landscape landscape, String zone) {
        this.access = access;
        this.databases = databases;
        this.landscape = landscape;
        this.zone = zone;
    }

    /**
     * What is missing of the access to databases.
     *
     * @param database only this one; empty for all
     * @throws io.gulliver.persistence.UnknownRowException no such database
     */
    public AccessRequest request(Program program, String database) {
        Map<String, DatabaseAccessState> states = new HashMap<>();
        access.list(program.key(), false, "", 0, EVERY).forEach(state -> states.put(state.database(), state));
        List<SourceDatabase> wanted = database.isEmpty()
                ? databases.list(program.key())
                : List.of(databases.require(program.key(), database));
        return new AccessRequest(
                program.title(),
                zone,
                wanted.stream()
                        .map(one -> line(
                                one.profile(),
                                states.getOrDefault(one.name(), DatabaseAccessState.untried(one.name(), false))))
                        .toList());
    }

    private AccessLine line(DatabaseProfile profile, DatabaseAccessState state) {
        String host = profile.sourceHost();
        Integer port = profile.sourcePort();
        String credential = profile.credential();
        DatabaseAccess.Credential known =
                credential == null ? null : landscape.databases().credentials().get(credential);
        return new AccessLine(
                profile.database(),
                host,
                port == null ? AccessRecordActivitiesImpl.LISTENER : port,
                profile.sourceService(),
                known == null ? null : known.user(),
                host == null ? null : shell(host),
                state);
    }

    private AccessLine.@Nullable Shell shell(String host) {
        return landscape
                .findHost(host)
                .map(found -> new AccessLine.Shell(
                        found.address() == null ? host : found.address(),
                        found.port(),
                        found.user().replace("{host}", host)))
                .orElse(null);
    }
}
