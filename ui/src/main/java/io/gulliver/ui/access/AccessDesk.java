package io.gulliver.ui.access;

import de.siegmar.fastcsv.writer.CsvWriter;
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
import io.gulliver.service.collection.AccessRecords;
import io.gulliver.service.collection.AccessSweeps;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Role;
import io.gulliver.ui.problem.Refusal;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Access of databases for page and API alike: asks for tries, and writes the request to those who must act. */
@Component
public class AccessDesk {
    private static final int EVERY = 100_000;

    private final AccessStore access;
    private final AccessSweeps sweeps;
    private final DatabaseStore databases;
    private final Landscape landscape;
    private final Words words;

    AccessDesk(AccessStore access, AccessSweeps sweeps, DatabaseStore databases, Landscape landscape, Words words) {
        this.access = access;
        this.sweeps = sweeps;
        this.databases = databases;
        this.landscape = landscape;
        this.words = words;
    }

    /**
     * Wants databases to be tried.
     *
     * @param names of databases; empty for all of the program
     * @return how many are wanted now that were not before
     */
    public int ask(String program, List<String> names, String by) {
        return sweeps.ask(program, names, by);
    }

    /** Whose workers try. */
    public String zone() {
        return sweeps.zone();
    }

    /**
     * The request as a file.
     *
     * @param form {@code csv} for connections, {@code sql} for grants, {@code txt} for words
     * @param all also connections that are open already
     * @param database only this one; empty for all
     */
    public ResponseEntity<byte[]> request(Program program, String form, boolean all, String database) {
        AccessRequest request = new AccessRequest(program.title(), sweeps.zone(), lines(program.key(), database));
        String text = switch (form) {
            case "csv" -> csv(request.flows(all), teams());
            case "sql" -> request.grants();
            case "txt" -> request.words(teams());
            default -> throw Refusal.bad("problem.choice", form);
        };
        String name = "access-" + program.key()
                + (database.isEmpty() ? "" : "-" + database.replaceAll("[^A-Za-z0-9_-]", "_")) + "." + form;
        return ResponseEntity.ok()
                .contentType(
                        form.equals("csv")
                                ? new MediaType("text", "csv", StandardCharsets.UTF_8)
                                : new MediaType("text", "plain", StandardCharsets.UTF_8))
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(name).build().toString())
                .body(text.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> teams() {
        Map<String, String> teams = new TreeMap<>();
        for (Role role : Role.values()) {
            teams.put(role.key(), words.role(role.key()));
        }
        return teams;
    }

    private List<AccessLine> lines(String program, String database) {
        Map<String, DatabaseAccessState> states = new HashMap<>();
        access.list(program, false, "", 0, EVERY).forEach(state -> states.put(state.database(), state));
        List<AccessLine> lines = new ArrayList<>();
        List<SourceDatabase> wanted = database.isEmpty()
                ? databases.list(program)
                : List.of(databases
                        .find(program, database)
                        .orElseThrow(() -> Refusal.notFound("problem.database", database, program)));
        for (SourceDatabase one : wanted) {
            lines.add(line(
                    one.profile(), states.getOrDefault(one.name(), DatabaseAccessState.untried(one.name(), false))));
        }
        return lines;
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
                port == null ? AccessRecords.LISTENER : port,
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

    private static String csv(List<AccessRequest.Flow> flows, Map<String, String> teams) {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            csv.writeRecord(
                    "source_zone",
                    "source_worker",
                    "source_address",
                    "destination_host",
                    "destination_address",
                    "destination_port",
                    "protocol",
                    "purpose",
                    "databases",
                    "state",
                    "who",
                    "what");
            flows.forEach(flow -> csv.writeRecord(
                    cell(flow.zone()),
                    cell(flow.worker()),
                    cell(flow.from()),
                    cell(flow.host()),
                    cell(flow.to()),
                    Integer.toString(flow.port()),
                    flow.protocol(),
                    flow.purpose(),
                    cell(flow.databases()),
                    flow.state(),
                    cell(teams.getOrDefault(flow.role(), flow.role())),
                    cell(flow.action())));
        } catch (java.io.IOException e) {
            throw new IllegalStateException("Writing to memory failed", e);
        }
        return text.toString();
    }

    /** A spreadsheet must not take a name from an inventory for a formula. */
    private static String cell(String text) {
        return text.matches("(?s)[=+\\-@\\t\\r].*") ? "'" + text : text;
    }
}
