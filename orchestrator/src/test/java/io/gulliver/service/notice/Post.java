package io.gulliver.service.notice;

import io.gulliver.contract.notice.Messenger;
import io.gulliver.contract.notice.MessengerException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What left the house, and a mail server that is away, or knows somebody no more. */
final class Post implements Messenger {
    final List<String> mails = new ArrayList<>();
    final List<String> hooks = new ArrayList<>();
    boolean mailed = true;
    boolean hooked;
    /** Refuses everything so, or null. */
    @Nullable
    MessengerException down;
    /** Address that is refused for ever, or null. */
    @Nullable
    String refuses;
    /** Address whose server is away, or null. */
    @Nullable
    String away;

    @Override
    public boolean mails() {
        return mailed;
    }

    @Override
    public boolean hooks() {
        return hooked;
    }

    @Override
    public String address() {
        return "https://gulliver.example";
    }

    @Override
    public synchronized void mail(String id, String to, String subject, String text) {
        if (down != null) {
            throw down;
        }
        if (to.equals(refuses)) {
            throw new MessengerException("550 no such user", true, new IOException());
        }
        if (to.equals(away)) {
            throw new MessengerException("connection refused", false, new IOException());
        }
        mails.add(to + " | " + subject + "\n" + text);
    }

    @Override
    public synchronized void hook(String id, Instant at, String json) {
        if (down != null) {
            throw down;
        }
        hooks.add(json);
    }
}
