package io.gulliver.service.notice;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.notice.Messenger;
import io.gulliver.contract.notice.MessengerException;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.notice.Notice;
import io.gulliver.domain.notice.NoticeKind;
import io.gulliver.domain.notice.NoticePreference;
import io.gulliver.domain.notice.NoticeText;
import io.gulliver.domain.notice.OpenWork;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.plan.MeasuredOutage;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.notice.NoticeStore.Delivery;
import io.gulliver.persistence.notice.NoticeStore.Seen;
import io.gulliver.persistence.notice.NoticeStore.Way;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.EstateViews;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks what people must hear of, puts it on its way to those who have the function, and delivers what is due. It needs the
 * store alone, so that it tells of an engine that is down. Everything is told once; what failed is tried again for a day.
 */
public final class NoticeJob {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeJob.class);
    private static final int AT_ONCE = 500;
    /** Pauses double from a minute to half an hour; so it is tried for about a day. */
    private static final int TRIES = 50;

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    private final NoticeStore notices;
    private final ProgramStore programs;
    private final MigrationStore migrations;
    private final EstateViews views;
    private final Function<Migration, @Nullable OutageBounds> bounds;
    private final NoticeRecipients recipients;
    private final Messenger messenger;
    private final ProgramCalendar calendar;
    private final Clock clock;

    /** @param bounds when the outage of a run may begin, or null where nothing holds it */
    public NoticeJob(
            NoticeStore notices,
            ProgramStore programs,
            MigrationStore migrations,
            EstateViews views,
            Function<Migration, @Nullable OutageBounds> bounds,
            NoticeRecipients recipients,
            Messenger messenger,
            ProgramCalendar calendar,
            Clock clock) {
        this.notices = notices;
        this.programs = programs;
        this.migrations = migrations;
        this.views = views;
        this.bounds = bounds;
        this.recipients = recipients;
        this.messenger = messenger;
        this.calendar = calendar;
        this.clock = clock;
    }

    /** One round; to be called every now and then. */
    public void run() {
        if (!messenger.mails() && !messenger.hooks()) {
            return;
        }
        List<Migration> running = migrations.running();
        for (Program program : programs.atWork()) {
            Instant now = clock.instant();
            notices.see(
                    program.key(),
                    seen(program, running),
                    now,
                    (notice, why) -> address(notice, why.but(), program, now));
        }
        deliver();
    }

    private List<Seen> seen(Program program, List<Migration> running) {
        String key = program.key();
        Instant now = calendar.now(key);
        ProgramPolicy.Hours typed = ProgramPolicy.of(program).hours();
        WorkingHours hours = typed == null ? null : typed.in(program.zone());
        List<Seen> seen = new ArrayList<>();
        for (OpenWork work : notices.open(key)) {
            for (NoticeKind kind : work.told(hours, now)) {
                boolean second = kind == NoticeKind.SECOND_APPROVAL;
                seen.add(new Seen(
                        kind,
                        // each approval that does not settle the gate is told, once
                        work.task() + (second ? "/" + work.approval() : ""),
                        work.database(),
                        work.function(),
                        work.title(),
                        page(key, work.database(), work.migration()),
                        work.outage(),
                        second ? work.approvedBy() : null));
            }
        }
        Set<String> begun = views.outages(key, null).values().stream()
                .flatMap(List::stream)
                .map(MeasuredOutage::migration)
                .collect(Collectors.toSet());
        for (Migration run : running) {
            if (run.program().equals(key)
                    && run.purpose() == Purpose.PRODUCTION
                    && !run.evaluateOnly()
                    && !begun.contains(run.id().value())) {
                OutageBounds may = bounds.apply(run);
                if (may != null && may.override() == null && may.lastStart() != null && now.isAfter(may.lastStart())) {
                    seen.add(new Seen(
                            NoticeKind.MISSED_START,
                            run.id() + "/" + may.lastStart(),
                            run.database(),
                            RolePolicy.CUTOVER_MANAGER,
                            "Last start " + may.shown(may.lastStart()),
                            page(key, run.database(), run.id().value()),
                            true,
                            null));
                }
            }
        }
        return seen;
    }

    static String page(String program, String database, String migration) {
        return "/programs/" + program + "/databases/"
                + URLEncoder.encode(database, StandardCharsets.UTF_8).replace("+", "%20") + "?run=" + migration;
    }

    private void address(Notice notice, @Nullable String but, Program program, Instant now) {
        if (messenger.hooks()) {
            notices.send(notice, Way.WEBHOOK, "", null, now);
        }
        if (messenger.mails()) {
            for (NoticeRecipients.Recipient one : holders(notice)) {
                NoticePreference wants =
                        notices.preference(one.name()).orElseGet(() -> NoticePreference.usual(program.zone()));
                if (wants.mail() && !one.name().equals(but)) {
                    notices.send(notice, Way.MAIL, one.email(), one.name(), wants.due(notice.urgent(), now));
                }
            }
        }
    }

    private List<NoticeRecipients.Recipient> holders(Notice notice) {
        return notice.functions().stream()
                .flatMap(function -> recipients.of(notice.program(), function).stream())
                .distinct()
                .toList();
    }

    /** One mail names one program in its subject, and a message stands alone. */
    private record Mail(String to, String program, String alone) {}

    private void deliver() {
        Map<Mail, List<Delivery>> mails = new LinkedHashMap<>();
        Map<String, List<NoticeRecipients.Recipient>> holders = new HashMap<>();
        for (Delivery delivery : notices.take(clock.instant(), AT_ONCE)) {
            Notice notice = delivery.notice();
            if (delivery.way() == Way.MAIL) {
                String to = to(
                        delivery,
                        () -> holders.computeIfAbsent(notice.program() + notice.functions(), key -> holders(notice)));
                if (to == null) {
                    notices.failed(List.of(delivery), mayNot(delivery), null, clock.instant());
                } else {
                    String alone = notice.kind() == NoticeKind.MESSAGE ? notice.id() : "";
                    mails.computeIfAbsent(new Mail(to, notice.program(), alone), key -> new ArrayList<>())
                            .add(delivery);
                }
            } else {
                tried(List.of(delivery), () -> messenger.hook(notice.id(), clock.instant(), json(notice)));
            }
        }
        mails.forEach((mail, all) -> {
            List<Notice> told = all.stream().map(Delivery::notice).toList();
            tried(
                    all,
                    () -> messenger.mail(
                            told.get(0).id(),
                            mail.to(),
                            NoticeText.subject(told),
                            NoticeText.body(told, messenger.address())));
        });
    }

    /**
     * Where a delivery goes now, for hours may lie between what is seen and what is told: to the address that the person has,
     * or null for one who may not read it any more. A message goes where its playbook says, unless a person is there who may
     * not see the program.
     */
    private @Nullable String to(Delivery delivery, Supplier<List<NoticeRecipients.Recipient>> holders) {
        String person = delivery.person();
        if (delivery.notice().kind() == NoticeKind.MESSAGE) {
            return person == null || recipients.sees(person, delivery.notice().program()) ? delivery.recipient() : null;
        }
        return holders.get().stream()
                .filter(one -> one.name().equals(person))
                .map(NoticeRecipients.Recipient::email)
                .findFirst()
                // several share an address; before deliveries named a person they had the address alone
                .or(() -> holders.get().stream()
                        .map(NoticeRecipients.Recipient::email)
                        .filter(delivery.recipient()::equalsIgnoreCase)
                        .findFirst())
                .orElse(null);
    }

    private static String mayNot(Delivery delivery) {
        Notice notice = delivery.notice();
        String whose = delivery.person() == null ? delivery.recipient() : delivery.person();
        return notice.kind() == NoticeKind.MESSAGE
                ? whose + " may not see program " + notice.program()
                : whose + " is not " + String.join(" or ", notice.functions()) + " in " + notice.program()
                        + " any more";
    }

    private void tried(List<Delivery> deliveries, Runnable way) {
        try {
            way.run();
            notices.arrived(deliveries, clock.instant());
        } catch (RuntimeException e) {
            int tries = deliveries.get(0).tries();
            Instant now = clock.instant();
            boolean over = e instanceof MessengerException refused && refused.forEver() || tries >= TRIES;
            notices.failed(deliveries, String.valueOf(e.getMessage()), over ? null : now.plus(pause(tries)), now);
            LOG.warn(
                    "{} notices by {}, try {}: {}{}",
                    deliveries.size(),
                    deliveries.get(0).way(),
                    tries,
                    e.getMessage(),
                    over ? "; given up" : "");
        }
    }

    private static Duration pause(int tries) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries - 1, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private String json(Notice notice) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", notice.id());
        data.put("program", notice.program());
        data.put("database", notice.database());
        data.put("function", notice.function());
        data.put("title", notice.title());
        data.put("urgent", notice.urgent());
        if (notice.text() != null) {
            data.put("text", notice.text());
        }
        data.put("link", messenger.address() + notice.path());
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("type", NoticeText.type(notice.kind()));
        event.put("timestamp", notice.raisedAt().toString());
        event.put("data", data);
        return Json.write(event);
    }
}
