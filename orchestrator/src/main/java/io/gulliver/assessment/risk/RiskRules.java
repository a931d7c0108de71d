package io.gulliver.assessment.risk;

import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rules that raise risks by themselves. What they no longer see is closed. */
public final class RiskRules {
    /** Nobody should wait longer than this for a person. */
    public static final Duration PATIENCE = Duration.ofDays(1);

    /** Blockers of a wave that starts within this time are opened at once. */
    public static final Duration NEAR = Duration.ofDays(14);

    public static final String WAITING = "waiting-step";
    public static final String NO_METHOD = "no-open-method";
    public static final String NO_OWNER = "no-owner";
    public static final String UNKNOWN_CLIENTS = "unknown-clients";
    public static final String NEW_CLIENTS = "new-clients-late";

    /** Nobody should learn of a client later than this before the cutover; a program's policy can say otherwise. */
    public static final Duration CLIENT_NOTICE = Duration.ofDays(14);

    public static final String LITTLE_KNOWN = "little-known";

    /** So many databases are named in a sentence. */
    private static final int NAMED = 5;

    /** Discovery cannot look itself and waits for a file. */
    public static final String UNANSWERED = "discovery-by-hand";

    /** Something typed or agreed does not hold with the planned dates. */
    public static final String BROKEN_DATES = "broken-dates";

    /** Users would be out longer than was agreed. */
    public static final String OVER_WINDOW = "outage-over-window";

    /** The recovery area of a target nears its limit, where the database stands. */
    public static final String RECOVERY_AREA = "recovery-area-full";

    /** Percent in use above which somebody should act ({@code docs/domain/data-pump.md}, 1.5). */
    public static final double RECOVERY_AREA_ALARM = 80;

    private RiskRules() {}

    /** Every risk that is seen now, by rule and cause. */
    public static List<RaisedRisk> seen(RiskInputs inputs, Instant now) {
        List<RaisedRisk> seen = new ArrayList<>();
        waiting(inputs, now, seen);
        withoutMethod(inputs, now, seen);
        overTheWindow(inputs, now, seen);
        withoutOwner(inputs, now, seen);
        unknownClients(inputs, now, seen);
        littleKnown(inputs, now, seen);
        unanswered(inputs, now, seen);
        brokenDates(inputs, seen);
        recoveryAreas(inputs, seen);
        return seen;
    }

    private static void waiting(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        TreeMap<String, TreeSet<String>> byRole = new TreeMap<>();
        for (RiskInputs.Waiting step : inputs.waiting()) {
            if (step.until(now).compareTo(PATIENCE) > 0) {
                byRole.computeIfAbsent(step.role(), role -> new TreeSet<>()).add(step.database());
            }
        }
        byRole.forEach((role, databases) -> seen.add(new RaisedRisk(
                WAITING,
                role,
                statement(
                        "Steps wait for " + role + " longer than a day",
                        "nobody with the role " + role + " has acted",
                        "what follows slips day by day",
                        3,
                        3,
                        "Open the task queue of " + role + " and act on the oldest step",
                        "age of the oldest open task above 24 h",
                        RiskState.PROPOSED,
                        List.copyOf(databases)))));
    }

    private static void withoutMethod(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        TreeMap<String, TreeSet<String>> byCause = new TreeMap<>();
        TreeSet<String> near = new TreeSet<>();
        for (RiskInputs.Database database : inputs.databases()) {
            String blocked = database.blocked();
            if (database.across() || !database.judged() || database.method() != null) {
                continue;
            }
            String cause = blocked == null ? "unknown" : blocked;
            byCause.computeIfAbsent(cause, name -> new TreeSet<>()).add(database.name());
            if (isNear(database, now)) {
                near.add(cause);
            }
        }
        byCause.forEach((cause, databases) -> seen.add(new RaisedRisk(
                NO_METHOD,
                cause.length() > 400 ? cause.substring(0, 400) : cause,
                statement(
                        "No method is open to carry " + count(databases.size()),
                        cause,
                        "they cannot cross as planned",
                        4,
                        5,
                        "Remove the blocker, widen the outage window, or license another method",
                        "method assessment without an open method",
                        near.contains(cause) ? RiskState.OPEN : RiskState.PROPOSED,
                        List.copyOf(databases)))));
    }

    private static void overTheWindow(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        List<RiskInputs.Database> over = inputs.databases().stream()
                .filter(database -> !database.across() && database.outage().over())
                .sorted(Comparator.comparing(RiskInputs.Database::name))
                .toList();
        if (!over.isEmpty()) {
            boolean near = over.stream().anyMatch(database -> isNear(database, now));
            seen.add(new RaisedRisk(
                    OVER_WINDOW,
                    "outage",
                    statement(
                            "The outage of " + count(over.size()) + " is longer than the window",
                            "the outage is above what was agreed: "
                                    + over.stream()
                                            .limit(NAMED)
                                            .map(RiskRules::outage)
                                            .collect(Collectors.joining("; "))
                                    + (over.size() > NAMED ? "; and " + (over.size() - NAMED) + " more" : ""),
                            "users are out when they were promised to work",
                            4,
                            4,
                            "Agree on a longer window, rehearse for a true figure, or choose another method, before go",
                            "outage above the agreed window, by prediction, rehearsal or the clock",
                            near ? RiskState.OPEN : RiskState.PROPOSED,
                            over.stream().map(RiskInputs.Database::name).toList())));
        }
    }

    private static String outage(RiskInputs.Database database) {
        OutageFigures.Figure figure = database.outage().best().orElseThrow();
        return database.name() + " " + figure.kind().name().toLowerCase(Locale.ROOT) + " " + minutes(figure.length())
                + " of " + minutes(Objects.requireNonNull(database.outage().window()));
    }

    /** Up to whole minutes, because half a minute over is over. */
    private static String minutes(Duration duration) {
        long minutes = (duration.toSeconds() + 59) / 60;
        return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }

    private static void withoutOwner(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        TreeSet<String> databases = new TreeSet<>();
        boolean near = false;
        for (RiskInputs.Database database : inputs.databases()) {
            String owner = database.owner();
            if (!database.across() && (owner == null || owner.isBlank())) {
                databases.add(database.name());
                near |= isNear(database, now);
            }
        }
        if (!databases.isEmpty()) {
            seen.add(new RaisedRisk(
                    NO_OWNER,
                    "owner",
                    statement(
                            "Nobody answers for " + count(databases.size()),
                            "the inventory names no owner",
                            "nobody agrees to the outage, tests, or signs",
                            3,
                            4,
                            "Name an owner for each in the inventory",
                            "databases without owner above 0",
                            near ? RiskState.OPEN : RiskState.PROPOSED,
                            List.copyOf(databases))));
        }
    }

    private static void unknownClients(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        TreeSet<String> unknown = new TreeSet<>();
        TreeSet<String> late = new TreeSet<>();
        TreeSet<String> across = new TreeSet<>();
        inputs.databases().stream().filter(RiskInputs.Database::across).forEach(one -> across.add(one.name()));
        for (RiskInputs.UnknownClients clients : inputs.clients()) {
            Instant cutover = clients.cutover();
            if (cutover == null || across.contains(clients.database()) || clients.count() == 0) {
                continue;
            }
            Instant notice = cutover.minus(inputs.clientNotice());
            if (!now.isBefore(notice)) {
                unknown.add(clients.database());
                if (!clients.newest().isBefore(notice) && clients.firstClient().isBefore(notice)) {
                    late.add(clients.database());
                }
            }
        }
        String days = inputs.clientNotice().toDays() + " days";
        if (!unknown.isEmpty()) {
            seen.add(new RaisedRisk(
                    UNKNOWN_CLIENTS,
                    "clients",
                    statement(
                            "Clients of " + count(unknown.size()) + " are not led to the new place",
                            "less than " + days + " before the cutover they have no owner or no redirect method",
                            "they fail, or go on writing to the old database, after the cutover",
                            4,
                            4,
                            "Name an owner and a redirect method for each client of these databases",
                            "clients without owner or redirect method above 0",
                            RiskState.OPEN,
                            List.copyOf(unknown))));
        }
        if (!late.isEmpty()) {
            seen.add(new RaisedRisk(
                    NEW_CLIENTS,
                    "new clients",
                    statement(
                            "New clients come to " + count(late.size()) + " shortly before the cutover",
                            "they were seen for the first time less than " + days + " before the cutover",
                            "nobody has tested them or told their owners",
                            3,
                            4,
                            "Ask who runs each new client, and lead it to the new place or stop it",
                            "clients first seen after the notice above 0",
                            RiskState.OPEN,
                            List.copyOf(late))));
        }
    }

    private static void littleKnown(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        Integer threshold = inputs.threshold();
        TreeSet<String> databases = new TreeSet<>();
        boolean near = false;
        for (RiskInputs.Database database : inputs.databases()) {
            if (!database.across() && inputs.incomplete().contains(database.name())) {
                databases.add(database.name());
                near |= isNear(database, now);
            }
        }
        if (threshold != null && !databases.isEmpty()) {
            seen.add(new RaisedRisk(
                    LITTLE_KNOWN,
                    "completeness",
                    statement(
                            "Too little is known of " + count(databases.size()),
                            "less than " + threshold + " % of what sizing, method and plan need is collected",
                            "size, method and dates rest on guesses, and production does not start",
                            3,
                            4,
                            "Collect what each database's completeness names as missing",
                            "completeness below " + threshold + " %",
                            near ? RiskState.OPEN : RiskState.PROPOSED,
                            List.copyOf(databases))));
        }
    }

    private static void unanswered(RiskInputs inputs, Instant now, List<RaisedRisk> seen) {
        if (inputs.unanswered().isEmpty()) {
            return;
        }
        boolean near = inputs.databases().stream()
                .anyMatch(database -> inputs.unanswered().contains(database.name()) && isNear(database, now));
        seen.add(new RaisedRisk(
                UNANSWERED,
                "script",
                statement(
                        "Nothing is known of " + count(inputs.unanswered().size()) + " until a script has run there",
                        "no driver speaks with them and no login reaches their host, so the discovery script is run by"
                                + " their own DBA",
                        "size, method and dates wait for its output",
                        3,
                        3,
                        "Agree with the DBA of each when the script runs, and upload what it writes",
                        "open tasks that wait for the output of the discovery script above 0",
                        near ? RiskState.OPEN : RiskState.PROPOSED,
                        inputs.unanswered())));
    }

    /** Also of what is through: users work there, and the points of the migration may still stand. */
    private static void recoveryAreas(RiskInputs inputs, List<RaisedRisk> seen) {
        TreeMap<String, Double> full = new TreeMap<>(inputs.recoveryAreas());
        full.values().removeIf(percent -> percent <= RECOVERY_AREA_ALARM);
        if (!full.isEmpty()) {
            seen.add(new RaisedRisk(
                    RECOVERY_AREA,
                    "target",
                    statement(
                            "The recovery area at the target of " + count(full.size()) + " is nearly full",
                            full.entrySet().stream()
                                    .limit(NAMED)
                                    .map(one -> one.getKey() + " " + Math.round(one.getValue()) + " %")
                                    .collect(Collectors.joining("; ")),
                            "at its limit the archiver stands, and with it the database",
                            4,
                            5,
                            "Have archived logs backed up and deleted, drop restore points that have served their time, or"
                                    + " enlarge the area",
                            "use of the recovery area above " + Math.round(RECOVERY_AREA_ALARM) + " %",
                            RiskState.OPEN,
                            List.copyOf(full.keySet()))));
        }
    }

    /** One risk for each kind of break: people settle a freeze with others than a move group. */
    private static void brokenDates(RiskInputs inputs, List<RaisedRisk> seen) {
        TreeSet<String> across = new TreeSet<>();
        inputs.databases().stream().filter(RiskInputs.Database::across).forEach(one -> across.add(one.name()));
        TreeMap<PlanBreak.Kind, TreeMap<String, String>> byKind = new TreeMap<>();
        inputs.broken().forEach((database, breaks) -> {
            if (!across.contains(database)) {
                breaks.forEach(one -> byKind.computeIfAbsent(one.kind(), kind -> new TreeMap<>())
                        .putIfAbsent(database, one.words()));
            }
        });
        byKind.forEach((kind, databases) -> seen.add(new RaisedRisk(
                BROKEN_DATES,
                kind.name(),
                statement(
                        "Planned dates of " + count(databases.size()) + " do not hold: " + held(kind),
                        databases.firstEntry().getValue(),
                        "they do not go live when it was agreed",
                        4,
                        4,
                        "Move the wave, or agree on other dates with those who set the bound",
                        "dates of the plan that do not hold above 0",
                        RiskState.OPEN,
                        List.copyOf(databases.keySet())))));
    }

    private static String held(PlanBreak.Kind kind) {
        return switch (kind) {
            case LATEST -> "users are in after the latest day";
            case EARLIEST -> "users are to be out before the earliest day";
            case MOVE_GROUP -> "a move group does not go together as it is planned or typed";
            case NOT_READY -> "users are to be out before the stages before are through";
            case LEAD_TIME -> "what is due before users out comes too late";
            case FREEZE -> "users are to be out in a freeze";
            case WORKING_HOURS -> "users are to be out in working hours";
        };
    }

    private static boolean isNear(RiskInputs.Database database, Instant now) {
        Instant start = database.waveStart();
        return start != null && !start.isAfter(now.plus(NEAR));
    }

    private static String count(int databases) {
        return databases == 1 ? "1 database" : databases + " databases";
    }

    private static RiskStatement statement(
            String event,
            String cause,
            String effect,
            int probability,
            int impact,
            String action,
            String indicator,
            RiskState state,
            List<String> databases) {
        return new RiskStatement(
                event,
                cause,
                effect,
                probability,
                impact,
                null,
                RiskResponse.REDUCE,
                action,
                null,
                indicator,
                state,
                databases);
    }
}
