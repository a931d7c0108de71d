package io.gulliver.assessment.crossing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The carry-over list of a database: what lies around its schemas, by kind and name, who takes it across, and how far that
 * is. Pure.
 *
 * <p>Which way each kind goes is from <i>What schema mode carries</i> of {@code docs/domain/data-pump.md}.
 */
public final class CarryOver {
    /** Who takes a thing across. */
    public enum Decision {
        /** The export has it. */
        CARRIED,
        /** A step of the playbook makes it. */
        MADE,
        /** A person makes it: only a person has its secret, or can say what is meant. */
        PERSON,
        /** A person is shown it and may act; it is never missing. */
        WARNED,
        /** It stays behind, with a reason. */
        LEFT_BEHIND
    }

    /** How far it is. */
    public enum State {
        OPEN,
        /** Seen at the target. */
        DONE,
        /** A person says where it is, and nothing that was seen at the target says otherwise. */
        CONFIRMED,
        /** Left behind with a reason. */
        ACCEPTED
    }

    /** What there is around schemas; the order is that in which things are made. */
    public enum Kind {
        CONTEXT(Decision.MADE),
        DIRECTORY(Decision.MADE),
        JOB_CLASS(Decision.MADE),
        /** Made by a person, because it names a consumer group or a service. */
        JOB_CLASS_OF_A_GROUP(Decision.PERSON),
        /** Who may connect as whom; given once both accounts are there. */
        PROXY(Decision.MADE),
        /** One that a step cannot give: with a password, by a directory, or of an account that does not cross. */
        OTHER_PROXY(Decision.PERSON),
        /** Links of applications travel with their passwords as the source keeps them; each is tried afterwards. */
        LINK(Decision.CARRIED),
        PUBLIC_LINK(Decision.PERSON),
        CREDENTIAL(Decision.PERSON),
        NETWORK_RIGHT(Decision.PERSON),
        /** An access list in the repository of XML DB, which protects files and folders there: no export by schema has either. */
        XML_DB_ACL(Decision.PERSON),
        /** Whose code reaches the network from 10.2, which asks for no right to; there, once the target gives its owner one. */
        NETWORK_CALLER(Decision.PERSON),
        /** What everybody may on an object that both databases have: given by somebody, or by the older release. */
        PUBLIC_RIGHT(Decision.PERSON),
        /** What everybody may at the target and not at the source: taken to harden it, or given by the later release. */
        PUBLIC_RIGHT_MORE(Decision.WARNED),
        /** Of an open account, kept as 10G alone, which servers of 12.2 and later refuse by default (R43). */
        PASSWORD(Decision.PERSON),
        RESOURCE_PLAN(Decision.PERSON),
        CONSUMER_GROUP(Decision.PERSON),
        WINDOW(Decision.PERSON),
        /** Who holds SYSDBA or the like by the password file, which no export has. */
        PASSWORD_FILE_USER(Decision.PERSON),
        /** Plans that are held fast, all together: they travel by a staging table of DBMS_SPM. */
        PLAN_BASELINES(Decision.PERSON),
        /** Triggers of SYS and SYSTEM: on log-on, on start, on DDL. */
        SYSTEM_TRIGGER(Decision.PERSON),
        /** Any other code, table or object that somebody made in SYS or SYSTEM. */
        SYSTEM_OBJECT(Decision.PERSON),
        /** Who logs on by a directory or by the system: the account travels, what it is checked by does not. */
        EXTERNAL_ACCOUNT(Decision.CARRIED),
        /** Of TDE, with the keys of encrypted tablespaces and columns. */
        KEYSTORE(Decision.PERSON),
        /** A unified policy that somebody made. */
        AUDIT_POLICY(Decision.PERSON),
        /** That a unified policy is enabled, and for whom. */
        ENABLED_AUDIT_POLICY(Decision.PERSON),
        /** Of traditional auditing, by statement and privilege: of everybody, or of one user. */
        AUDIT_OPTIONS(Decision.PERSON),
        /** Of traditional auditing, on an object that crosses. */
        AUDITED_OBJECT(Decision.PERSON),
        /** Of DBMS_FGA, on a table or view that crosses. */
        FINE_GRAINED_POLICY(Decision.CARRIED),
        /** Code that such a policy calls and whose owner does not cross: where it is missing nobody is told. */
        AUDIT_HANDLER(Decision.PERSON),
        /** What was audited, which no export by schema has; law may want it for years. */
        AUDIT_RECORDS(Decision.PERSON),
        /** A line of sqlnet.ora. */
        SQLNET_PARAMETER(Decision.PERSON),
        /** Another file of Oracle Net, as ldap.ora. */
        NET_FILE(Decision.PERSON),
        /** By the parameter of sqlnet.ora that names its place. */
        WALLET(Decision.PERSON),
        /** Of SID_LIST in listener.ora. */
        STATIC_SERVICE(Decision.PERSON),
        PASSWORD_FILE(Decision.PERSON),
        ORATAB_ENTRY(Decision.PERSON),
        /** By a unit of systemd, a script of init or Oracle Restart. */
        START_AT_BOOT(Decision.PERSON),
        /** One that could not be looked at: what lies on it is a person's to find. */
        HOST(Decision.PERSON);

        private final Decision decision;

        Kind(Decision decision) {
            this.decision = decision;
        }

        /** As people write it: {@code network right}. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * One thing.
     *
     * @param name as the dictionary has it, with its owner where it has one
     * @param detail what it is, without any secret
     * @param reason why it is left behind; empty otherwise
     */
    public record Entry(Kind kind, String name, String detail, Decision decision, State state, String reason) {
        /** The kind and the name, by which a person leaves it behind. */
        public String key() {
            return kind.words() + " " + name;
        }

        /** The key as the name of an item of a task: 100 characters at most, without brackets. */
        public String item() {
            String item = key().replace('[', '(').replace(']', ')');
            return item.length() <= LONGEST_ITEM ? item : item.substring(0, LONGEST_ITEM);
        }

        /** One line for people. */
        public String line() {
            return key() + (detail.isEmpty() ? "" : " (" + detail + ")") + ": "
                    + switch (decision) {
                        case CARRIED -> "comes with the export";
                        case MADE -> "made by a step";
                        case PERSON -> "a person's";
                        case WARNED -> "a warning";
                        case LEFT_BEHIND -> "left behind";
                    }
                    + ", " + state.name().toLowerCase(Locale.ROOT) + (reason.isEmpty() ? "" : ": " + reason);
        }
    }

    private record Thing(String detail, String value) {}

    /** Things of one database: details by name, by kind. */
    public static final class Things {
        private final SortedMap<Kind, SortedMap<String, Thing>> things = new TreeMap<>();
        private final Set<Kind> unseen = EnumSet.noneOf(Kind.class);

        /** Adds one. */
        public Things add(Kind kind, String name, String detail) {
            return add(kind, name, detail, "");
        }

        /**
         * Adds one.
         *
         * @param value what must be the same at the target, not only there
         */
        public Things add(Kind kind, String name, String detail, String value) {
            things.computeIfAbsent(kind, one -> new TreeMap<>()).put(name, new Thing(detail, value));
            return this;
        }

        /** Kinds of which nobody could see what there is: a person's word is all that can be had. */
        public Things unseen(Collection<Kind> kinds) {
            unseen.addAll(kinds);
            return this;
        }

        private @Nullable Thing find(Kind kind, String name) {
            return things.getOrDefault(kind, new TreeMap<>()).get(name);
        }
    }

    private static final int LONGEST_ITEM = 100;

    private static final Pattern LEFT = Pattern.compile("\\s*([a-zA-Z][^:]*?)\\s*:\\s*(\\S.*?)\\s*");

    private final List<Entry> entries;
    private final List<String> unread;

    private CarryOver(List<Entry> entries, List<String> unread) {
        this.entries = Collections.unmodifiableList(entries);
        this.unread = Collections.unmodifiableList(unread);
    }

    /**
     * Compares two databases.
     *
     * @param leftBehind what people leave behind, a line each: {@code credential SHOP.MAIL: mails go by another server}; a
     *     line without a reason leaves nothing behind
     */
    public static CarryOver of(Things source, Things target, List<String> leftBehind) {
        return of(source, target, leftBehind, Map.of());
    }

    /**
     * Compares two databases, with what people say of single things: their word counts where nothing could be seen at the
     * target, or where it has the thing with another value; what is seen to be missing is missing, whatever is said.
     *
     * @param answers by {@link Entry#item()}
     */
    public static CarryOver of(Things source, Things target, List<String> leftBehind, Map<String, String> answers) {
        SortedMap<String, String> reasons = reasons(leftBehind);
        List<Entry> entries = new ArrayList<>();
        TreeSet<String> used = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        source.things.forEach((kind, things) -> things.forEach((name, thing) -> {
            String reason = reasons.get(kind.words() + " " + name);
            if (reason != null) {
                used.add(kind.words() + " " + name);
            }
            Thing there = target.find(kind, name);
            boolean same = there != null && there.value().equals(thing.value());
            String detail =
                    there == null || same ? thing.detail() : thing.detail() + "; at the target: " + there.detail();
            Entry open = new Entry(kind, name, detail, kind.decision, same ? State.DONE : State.OPEN, "");
            String answer = answers.getOrDefault(open.item(), "").strip();
            if (same) {
                entries.add(open);
            } else if (reason != null) {
                entries.add(new Entry(kind, name, detail, Decision.LEFT_BEHIND, State.ACCEPTED, reason));
            } else if (!answer.isEmpty() && (there != null || target.unseen.contains(kind))) {
                entries.add(new Entry(kind, name, detail, kind.decision, State.CONFIRMED, answer));
            } else {
                entries.add(open);
            }
        }));
        return new CarryOver(
                entries,
                leftBehind.stream()
                        .filter(line -> {
                            Matcher left = LEFT.matcher(line);
                            return !left.matches() || !used.contains(left.group(1));
                        })
                        .toList());
    }

    /** Reasons by kind and name, whatever their case, of the lines that give one. */
    public static SortedMap<String, String> reasons(List<String> leftBehind) {
        SortedMap<String, String> reasons = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : leftBehind) {
            Matcher left = LEFT.matcher(line);
            if (left.matches()) {
                reasons.put(left.group(1), left.group(2));
            }
        }
        return reasons;
    }

    /** All of them, in the order in which they are made. */
    public List<Entry> entries() {
        return entries;
    }

    /** What nobody has done or left behind yet. */
    public List<Entry> open() {
        return open(false);
    }

    /** What is to be known and nobody has acted on or left behind. */
    public List<Entry> warnings() {
        return open(true);
    }

    private List<Entry> open(boolean warned) {
        return entries.stream()
                .filter(entry -> entry.state() == State.OPEN && (entry.decision() == Decision.WARNED) == warned)
                .toList();
    }

    /** Lines of people that name nothing of the source, or give no reason. */
    public List<String> unread() {
        return unread;
    }
}
