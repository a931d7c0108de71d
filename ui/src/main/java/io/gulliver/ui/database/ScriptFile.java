package io.gulliver.ui.database;

import io.gulliver.contract.activity.DiscoveryScripts;
import java.nio.charset.StandardCharsets;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The discovery script as pages and API hand it out: always a download, to be run elsewhere. */
public final class ScriptFile {
    private ScriptFile() {}

    /** The answer that brings this text. */
    public static ResponseEntity<byte[]> of(String script) {
        return ResponseEntity.ok()
                .contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8))
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(DiscoveryScripts.FILE)
                                .build()
                                .toString())
                .body(script.getBytes(StandardCharsets.UTF_8));
    }
}
