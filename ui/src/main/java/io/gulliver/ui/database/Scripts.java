package io.gulliver.ui.database;

import io.gulliver.persistence.view.EvidenceReader;
import io.gulliver.persistence.view.EvidenceRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads the scripts among pieces of evidence, to be shown and copied. Longer ones are offered as downloads alone. */
@Component
public class Scripts {
    private static final int LONGEST = 64 * 1024;
    private static final int MOST = 8;

    private final EvidenceReader evidence;

    Scripts(EvidenceReader evidence) {
        this.evidence = evidence;
    }

    public List<Script> of(List<EvidenceRow> rows) {
        return rows.stream()
                .filter(row -> row.kept()
                        && row.ref().kind().equals("script")
                        && row.ref().bytes() <= LONGEST)
                .limit(MOST)
                .map(row -> new Script(row.ref().name(), text(row.ref().sha256())))
                .toList();
    }

    private String text(String sha256) {
        try (InputStream content = evidence.open(sha256)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Evidence " + sha256 + " cannot be read. Look at the disk of the store.", e);
        }
    }
}
