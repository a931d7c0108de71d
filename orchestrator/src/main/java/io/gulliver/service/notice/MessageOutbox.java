package io.gulliver.service.notice;

import io.gulliver.contract.notice.Messenger;
import io.gulliver.domain.notice.Notice;
import io.gulliver.domain.notice.NoticeKind;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.persistence.notice.NoticeStore;
import io.gulliver.persistence.notice.NoticeStore.Seen;
import io.gulliver.persistence.notice.NoticeStore.Way;
import io.gulliver.service.action.NoticeTell;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Messages of a night on the way of notices, at once and for no quiet hours: {@link NoticeJob} carries them. */
public final class MessageOutbox implements NoticeTell.Outbox {
    private final NoticeStore notices;
    private final NoticeRecipients recipients;
    private final Supplier<@Nullable Messenger> messenger;
    private final Clock clock;

    /** @param messenger by which people are told, or null where the operator named no way */
    public MessageOutbox(
            NoticeStore notices, NoticeRecipients recipients, Supplier<@Nullable Messenger> messenger, Clock clock) {
        this.notices = notices;
        this.recipients = recipients;
        this.messenger = messenger;
        this.clock = clock;
    }

    @Override
    public boolean carries() {
        Messenger ours = messenger.get();
        return ours != null && (ours.mails() || ours.hooks());
    }

    @Override
    public String put(NoticeTell.Message message, List<String> to) {
        Messenger ours = Objects.requireNonNull(messenger.get());
        Instant now = clock.instant();
        Notice said = notices.say(
                message.program(),
                new Seen(
                        NoticeKind.MESSAGE,
                        message.about(),
                        message.database(),
                        RolePolicy.CUTOVER_MANAGER,
                        message.title(),
                        NoticeJob.page(message.program(), message.database(), message.migration()),
                        true,
                        null),
                message.text(),
                now);
        if (ours.mails()) {
            to.forEach(one -> notices.send(said, Way.MAIL, one, person(one, message.program()), now));
        }
        if (ours.hooks()) {
            notices.send(said, Way.WEBHOOK, "", null, now);
        }
        return said.id();
    }

    /** Of several with one address, one who may read of the program. */
    private @Nullable String person(String address, String program) {
        List<String> whose = recipients.whose(address);
        return whose.stream()
                .filter(one -> recipients.sees(one, program))
                .findFirst()
                .orElse(whose.isEmpty() ? null : whose.get(0));
    }

    @Override
    public Map<String, String> fate(String id) {
        Map<String, String> fate = new TreeMap<>();
        for (NoticeStore.Fate one : notices.fate(id)) {
            fate.put(
                    one.recipient().isEmpty() ? "webhook" : one.recipient(),
                    one.state().equals("FAILED") && one.failure() != null ? one.failure() : one.state());
        }
        return fate;
    }
}
