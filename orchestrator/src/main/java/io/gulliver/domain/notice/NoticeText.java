package io.gulliver.domain.notice;

import java.util.List;
import java.util.Locale;

/** What people read: which program, which database, what, and where one acts; nothing that an outside system said. */
public final class NoticeText {
    private static final int LONGEST_SUBJECT = 150;

    private NoticeText() {}

    /** One line for all. */
    public static String subject(List<Notice> notices) {
        if (notices.size() == 1 && notices.get(0).kind() == NoticeKind.MESSAGE) {
            return line(notices.get(0).program(), notices.get(0).title());
        }
        Notice first = notices.stream().filter(Notice::urgent).findFirst().orElse(notices.get(0));
        String line = (first.urgent() ? "Urgent: " : "") + what(first.kind()) + ", " + first.database() + ", "
                + first.title() + (notices.size() == 1 ? "" : " and " + (notices.size() - 1) + " more");
        return line(first.program(), line);
    }

    private static String line(String program, String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ");
        return "[Gulliver " + program + "] "
                + (plain.length() <= LONGEST_SUBJECT ? plain : plain.substring(0, LONGEST_SUBJECT - 1) + "…");
    }

    /**
     * All of them, what is urgent first.
     *
     * @param address of the pages, as {@code https://gulliver.example}
     */
    public static String body(List<Notice> notices, String address) {
        if (notices.size() == 1 && notices.get(0).text() != null) {
            return notices.get(0).text() + "\n\nDatabase " + notices.get(0).database() + " of program "
                    + notices.get(0).program() + "\n";
        }
        StringBuilder text = new StringBuilder();
        notices.stream()
                .sorted((a, b) -> Boolean.compare(b.urgent(), a.urgent()))
                .forEach(notice -> text.append(notice.urgent() ? "URGENT  " : "")
                        .append(what(notice.kind()))
                        .append(": ")
                        .append(notice.title())
                        .append("\nDatabase ")
                        .append(notice.database())
                        .append(" of program ")
                        .append(notice.program())
                        .append(", for ")
                        .append(String.join(" or ", notice.functions()))
                        .append(", since ")
                        .append(notice.raisedAt())
                        .append('\n')
                        .append(address)
                        .append(notice.path())
                        .append("\n\n"));
        return text.append("When you hear of this, and whether by mail, is yours to say: ")
                .append(address)
                .append("/me/notices\n")
                .toString();
    }

    /** In words. */
    public static String what(NoticeKind kind) {
        return switch (kind) {
            case INCIDENT -> "Needs attention";
            case MISSED_START -> "The outage did not begin in time";
            case DECISION -> "Waits for a decision";
            case SECOND_APPROVAL -> "Waits for a second approval";
            case OVERDUE -> "Overdue";
            case MESSAGE -> "Message";
        };
    }

    /** The word by which a webhook's receiver tells kinds apart. */
    public static String type(NoticeKind kind) {
        return "gulliver." + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
