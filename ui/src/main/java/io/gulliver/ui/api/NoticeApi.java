package io.gulliver.ui.api;

import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.service.notice.NoticeService;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.people.NoticeForm;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import jakarta.validation.Valid;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How the caller wants to be told of what waits, and what the caller was told. */
@RestController
@RequestMapping("/api/v1/me/notices")
class NoticeApi {
    private final NoticeService notices;
    private final Words words;

    NoticeApi(NoticeService notices, Words words) {
        this.notices = notices;
        this.words = words;
    }

    /**
     * How a person is told.
     *
     * @param email where mail goes, or null while nobody gave an address
     * @param version of the wish
     * @param wish how the person wants it
     * @param told the last deliveries, newest first
     */
    record NoticeBody(@Nullable String email, long version, NoticeForm wish, List<NoticeService.Told> told) {}

    @OpenTo(everybody = true)
    @GetMapping
    ResponseEntity<NoticeBody> notices() {
        return body(notices.preference(Person.current().name()));
    }

    @OpenTo(everybody = true)
    @PutMapping
    ResponseEntity<NoticeBody> change(
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @Valid @RequestBody NoticeForm wish) {
        return body(notices.prefer(Person.current().name(), wish.preference(Etag.required(ifMatch), words)));
    }

    private ResponseEntity<NoticeBody> body(NoticePreference said) {
        String name = Person.current().name();
        return ResponseEntity.ok()
                .eTag(Etag.of(said.version()))
                .body(new NoticeBody(
                        notices.address(name).orElse(null), said.version(), NoticeForm.of(said), notices.told(name)));
    }
}
