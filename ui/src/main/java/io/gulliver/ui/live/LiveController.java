package io.gulliver.ui.live;

import io.gulliver.domain.program.Program;
import io.gulliver.persistence.StoreLane;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.ui.frame.ReaderZone;
import io.gulliver.ui.frame.StoreNotice;
import io.gulliver.ui.person.OpenTo;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.Refusal;
import io.gulliver.ui.security.OpenSessions;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The stream of changes of a program, and the same by asking again and again where streams do not pass. */
@RestController
class LiveController {
    /** Of one person: more tabs than anybody watches. */
    private static final int MOST_STREAMS = 20;

    private static final long HEARTBEAT_MILLIS = 15_000;
    /** How late a page may hear that nothing can be saved. */
    private static final long NOTICE_MILLIS = 1_000;

    private final ProgramReader programs;
    private final LiveHub hub;
    private final StoreNotice notice;
    private final OpenSessions sessions;
    private final ExecutorService writers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(StoreLane.PAGES.around(work), "live-writer");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<String, Integer> streams = new ConcurrentHashMap<>();

    LiveController(ProgramReader programs, LiveHub hub, StoreNotice notice, OpenSessions sessions) {
        this.programs = programs;
        this.hub = hub;
        this.notice = notice;
        this.sessions = sessions;
    }

    @OpenTo
    @GetMapping(path = "/programs/{program}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(
            @PathVariable String program,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestParam(required = false) @Nullable String after,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        ZoneId zone = ReaderZone.of(request, requireProgram(program));
        SseEmitter emitter = new SseEmitter(0L);
        // What is sent before the answer begins is written by this thread, and commits the headers. Left to the writer,
        // headers would be written while the filters of this thread still add theirs: a torn answer, or none.
        emitter.send(SseEmitter.event().comment("open"));
        String person = Person.current().name();
        if (streams.merge(person, 1, Integer::sum) > MOST_STREAMS) {
            closed(person);
            throw Refusal.tooMany("problem.streams", Duration.ofSeconds(10));
        }
        AtomicBoolean counted = new AtomicBoolean(true);
        Runnable uncount = () -> {
            if (counted.getAndSet(false)) {
                closed(person);
            }
        };
        LiveHub.Reader reader;
        try {
            reader =
                    hub.open(program).orElseThrow(() -> Refusal.unavailable("problem.readers", Duration.ofSeconds(10)));
        } catch (RuntimeException full) {
            uncount.run();
            throw full;
        }
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        BooleanSupplier over = sessions.over(request, program);
        AtomicBoolean gone = new AtomicBoolean();
        emitter.onCompletion(() -> gone.set(true));
        emitter.onTimeout(() -> gone.set(true));
        emitter.onError(failure -> gone.set(true));
        writers.execute(() -> {
            try {
                write(program, lastEventId != null ? lastEventId : after, zone, reader, emitter, gone, over);
            } finally {
                uncount.run();
            }
        });
        return emitter;
    }

    private void closed(String person) {
        streams.computeIfPresent(person, (same, count) -> count == 1 ? null : count - 1);
    }

    /** The same without a stream. */
    @OpenTo
    @GetMapping(path = "/programs/{program}/changes", produces = MediaType.APPLICATION_JSON_VALUE)
    Map<String, Object> changes(
            @PathVariable String program,
            @RequestParam(required = false) @Nullable String after,
            HttpServletRequest request) {
        ZoneId zone = ReaderZone.of(request, requireProgram(program));
        LiveHub.Missed missed = hub.since(program, after);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("resync", missed.resync());
        answer.put("last", missed.last());
        answer.put("notice", notice.text(zone));
        answer.put("changes", missed.changes().stream().map(this::body).toList());
        return answer;
    }

    /** Whether anything can be saved, for pages without a stream. */
    @OpenTo(everybody = true)
    @GetMapping(path = "/store-notice", produces = MediaType.APPLICATION_JSON_VALUE)
    Map<String, Object> storeNotice(HttpServletRequest request) {
        return Map.of("notice", notice.text(ReaderZone.of(request, null)));
    }

    @PreDestroy
    void close() {
        writers.shutdownNow();
    }

    private void write(
            String program,
            @Nullable String after,
            ZoneId zone,
            LiveHub.Reader reader,
            SseEmitter emitter,
            AtomicBoolean gone,
            BooleanSupplier over) {
        try (reader) {
            LiveHub.Missed missed = hub.since(program, after);
            emitter.send(SseEmitter.event()
                    .name("beat")
                    .id(missed.last())
                    .reconnectTime(1500)
                    .data(""));
            if (missed.resync()) {
                emitter.send(SseEmitter.event().name("resync").id(missed.last()).data(""));
            }
            long told = -1;
            for (Change change : missed.changes()) {
                send(emitter, change);
                told = change.id();
            }
            String shown = null;
            long beatAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MILLIS);
            while (!gone.get() && !Thread.currentThread().isInterrupted()) {
                String text = notice.text(zone);
                if (!text.equals(shown)) {
                    emitter.send(
                            SseEmitter.event().name("store").data(Map.of("notice", text), MediaType.APPLICATION_JSON));
                    shown = text;
                }
                Change change = reader.next(NOTICE_MILLIS);
                if (change != null && change.id() > told) {
                    send(emitter, change);
                } else if (change == null && reader.overrun()) {
                    break;
                }
                // Also while changes come without a pause: what is told must not outlive the right to hear it.
                if (System.nanoTime() >= beatAt) {
                    if (over.getAsBoolean()) {
                        break;
                    }
                    emitter.send(SseEmitter.event().name("beat").data(""));
                    beatAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MILLIS);
                }
            }
            complete(emitter);
        } catch (IOException | IllegalStateException readerGone) {
            complete(emitter);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            complete(emitter);
        }
    }

    /** The reader may be gone, and the server have ended the answer itself meanwhile. */
    private static void complete(SseEmitter emitter) {
        try {
            emitter.complete();
        } catch (IllegalStateException endedAlready) {
            // nothing is left to end
        }
    }

    private void send(SseEmitter emitter, Change change) throws IOException {
        emitter.send(SseEmitter.event()
                .name("change")
                .id(hub.id(change.id()))
                .data(body(change), MediaType.APPLICATION_JSON));
    }

    private Map<String, Object> body(Change change) {
        return Map.of(
                "database",
                change.database(),
                "migration",
                change.migration(),
                "seq",
                change.seq(),
                "log",
                change.log());
    }

    private Program requireProgram(String program) {
        return programs.find(program).orElseThrow(() -> Refusal.notFound("problem.program", program));
    }
}
