package io.gulliver.ui.access;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.gulliver.assessment.access.AccessRequest;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.service.collection.AccessRequestService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.Refusal;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The request to those who must open, grant and switch on, as a file in each of its forms. */
@Component
public class AccessRequestFile {
    private final AccessRequestService requests;
    private final Words words;

    AccessRequestFile(AccessRequestService requests, Words words) {
        this.requests = requests;
        this.words = words;
    }

    /**
     * The request as a file.
     *
     * @param form {@code csv} for connections, {@code sql} for grants, {@code txt} for words
     * @param all also connections that are open already
     * @param database only this one; empty for all
     */
    public ResponseEntity<byte[]> of(Program program, String form, boolean all, String database) {
        AccessRequest request;
        try {
            request = requests.request(program, database);
        } catch (UnknownRowException unknown) {
            throw Refusal.notFound("problem.database", database, program.key());
        }
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
        for (Function team : Function.values()) {
            teams.put(team.key(), words.role(team.key()));
        }
        return teams;
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
