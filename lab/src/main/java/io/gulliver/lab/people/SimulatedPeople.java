package io.gulliver.lab.people;

import io.gulliver.lab.LabPace;
import io.gulliver.lab.LabTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Runs the lab's program as a team would, through the product's REST API and nothing else: brings in the program, its
 * inventory, waves and a freeze, approves the plan, starts migrations wave by wave, completes tasks, decides gates, and
 * sees to what needs attention.
 *
 * <p>Keeps no state of its own. What is done is read from the product each time, and every word carries a key made from
 * what it is about, so that neither side's restart does a thing twice. While the product does not answer, they wait.
 */
public final class SimulatedPeople implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedPeople.class);

    /** A step is tried again this often before it is left to a person who can think. */
    private static final int RETRIES = 5;

    /** So many work at the same moment. */
    private static final int TEAM = 6;

    /** How the product ends a word that did nothing. */
    private static final Set<String> NOT_DONE = Set.of("refused", "returned");

    private static final String COMPLETED = "COMPLETED";
    private static final String ROLLED_BACK = "ROLLED_BACK";

    /** How the product words what only SYS can give, and what a person sets. */
    private static final Pattern GRANT =
            Pattern.compile("GRANT [A-Z ]+ ON (?:SYS\\.|USER )[A-Z0-9_$#]+ TO [A-Z0-9_$#]+( WITH GRANT OPTION)?"
                    + "|REVOKE [A-Z ]+ ON SYS\\.[A-Z0-9_$#]+ FROM PUBLIC"
                    + "|CREATE AUDIT POLICY [A-Z0-9_$#]+ [A-Z0-9_$#., ]+(?:'(?:[^']|'')*'[A-Z ]+)?"
                    + "|\\bAUDIT (?:POLICY )?[A-Z][A-Z0-9_$#., ]+"
                    + "|CREATE FUNCTION SYS\\.[A-Z0-9_$#]+"
                    + "|\\bpassword [A-Z0-9_$#]+(?= \\()"
                    + "|EXECUTE DBMS_NETWORK_ACL_ADMIN\\.APPEND_HOST_ACE\\(.*?xs_acl\\.ptype_db\\)\\)");

    /** How an entry ends, behind its statement, with which there is nothing to type: it is there, stays, or would be refused. */
    private static final Pattern NOTHING_TO_TYPE = Pattern.compile(
            "[^()]*?takes no such statement|(?:[^()]++|\\([^()]*+\\))*+\\): (?:left behind|[a-z' ]++, (?:done|confirmed))");

    /** How the list of what is carried over names plans that are held fast. */
    private static final String PLANS = "plan baselines of the database";

    /** How a server's build words what people of storage do at switches and arrays. */
    private static final Pattern ZONE =
            Pattern.compile("fabric \\S+: ([0-9a-f]{16}) with ([0-9a-f]{16}(?:, [0-9a-f]{16})*)");

    private static final Pattern NAMED = Pattern.compile("Enter \\*\\*(\\S+)\\*\\* as \\*\\*(\\S+)\\*\\*");

    private static final Pattern BOOT_VOLUME =
            Pattern.compile("boot volume \\*\\*(\\S+)\\*\\* of array \\*\\*(\\S+)\\*\\*");

    /** How the product words what a restart of an instance opened, and nothing beside it. */
    private static final Pattern OPEN_AGAIN = Pattern.compile(
            "(Source|Database) \\S+ is not (?:quiet|fenced): sessions are not restricted((?:, service \\S+ is started)*)\\.");

    private static final Pattern STARTED = Pattern.compile("service (\\S+) is started");

    /** The step at which tables that differ are loaded anew. */
    private static final String MEND_TABLES = "mend-tables";

    /** When those are planned whose method has no playbook: far enough not to be late meanwhile. */
    private static final Duration LATER = Duration.ofDays(14);

    /**
     * Before its night, a wave begins so long ahead, on a Monday morning at eight: what is due two weeks before users out
     * comes when discovery, sizing and build are through.
     */
    static final Duration LEAD = Duration.ofDays(19).plusHours(14);

    /** What people answer is taken up by then. */
    private static final Duration ANSWERED = Duration.ofSeconds(20);

    /** Where time is kept, people look when something happened, and once in a while. */
    private static final Duration LOOKS_AGAIN = Duration.ofSeconds(5);

    /** How the product calls it that no rehearsal came before. */
    private static final String UNREHEARSED = "unrehearsed";

    /** How the product words a gate that somebody said no at. */
    /** How the product says that a date of the plan holds an outage. */
    private static final String HELD_BY_PLAN = "may not begin the outage";

    private static final String REJECTED = "Rejected by";

    /** How the product words a task that somebody could not do. */
    private static final Pattern FAILED = Pattern.compile("Task \\S+ failed, says .*", Pattern.DOTALL);

    private final PeopleSettings settings;
    private final Path directory;
    private final ProductClient product;
    private final Keyboard keyboard;
    private final Clock clock;
    private final @Nullable TimeKeeper keeper;
    private final ScheduledExecutorService thread;
    // One at a time would leave a dozen databases waiting for one pair of hands.
    private final ExecutorService team;
    // What was said already in this life; the product knows the rest by its key.
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private boolean loaded;
    private boolean away;
    private @Nullable String lookedAt;
    // By the lab's time: when somebody has thought, and when a wave is to begin.
    private @Nullable Instant nextAnswer;
    private @Nullable Instant nextStart;
    private long seen = -1;
    private long lookedNanos;
    private final Map<String, Long> dueSince = new ConcurrentHashMap<>();
    private final AtomicInteger spoken = new AtomicInteger();
    private volatile boolean resting;

    SimulatedPeople(PeopleSettings settings, Path directory, Keyboard keyboard, Clock clock) {
        this(settings, directory, keyboard, clock, null);
    }

    private SimulatedPeople(
            PeopleSettings settings, Path directory, Keyboard keyboard, Clock clock, @Nullable LabTime kept) {
        this.keyboard = keyboard;
        this.settings = settings;
        this.directory = directory;
        this.clock = clock;
        this.product = new ProductClient(settings.product(), settings.password());
        this.keeper = kept == null ? null : new TimeKeeper(product, kept, settings.pace() * LabPace.USUAL);
        this.thread = Executors.newSingleThreadScheduledExecutor(SimulatedPeople::daemon);
        this.team = Executors.newFixedThreadPool(TEAM, SimulatedPeople::daemon);
    }

    private static Thread daemon(Runnable task) {
        Thread made = new Thread(task, "lab-people");
        made.setDaemon(true);
        return made;
    }

    /**
     * Lets the people begin; the product need not be there yet.
     *
     * @param directory of the lab, with the files that {@link LabProgram} reads
     * @param keyboard of the lab's hosts, for what a task asks a person to do there
     * @param time of the lab, which they keep where it is a program's calendar
     */
    public static SimulatedPeople start(PeopleSettings settings, Path directory, Keyboard keyboard, LabTime time) {
        if (time.isKept()) {
            SimulatedPeople people = new SimulatedPeople(settings, directory, keyboard, time.clock(), time);
            people.thread.execute(people::turn);
            LOG.info("Simulated {} begin, and keep the lab's time", settings);
            return people;
        }
        SimulatedPeople people = new SimulatedPeople(settings, directory, keyboard, time.clock());
        people.thread.scheduleWithFixedDelay(people::look, 0, settings.looks().toMillis(), TimeUnit.MILLISECONDS);
        LOG.info("Simulated {} begin", settings);
        return people;
    }

    /**
     * Lets people rest, and go on again: while they rest nobody says a word, and a calendar that they keep stands where its
     * piece of time ends, some seconds later at most.
     */
    public void rest(boolean rest) {
        resting = rest;
    }

    /** Looks, lets time go on or stand, and comes back when it is worth it. */
    private void turn() {
        Duration pause = Duration.ofSeconds(1);
        try {
            pause = look();
        } finally {
            try {
                thread.schedule(this::turn, pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("people go home");
            }
        }
    }

    /** Looks once at everything; never throws, because a schedule that threw would end. */
    private Duration look() {
        Duration pause = settings.looks();
        try {
            LabProgram program = LabProgram.read(directory, settings.databases(), settings.allBy());
            if (!loaded) {
                load(program);
                LabLook look = LabLook.read(directory);
                load(look);
                lookedAt = look.key();
                loaded = true;
            }
            pause = keeper == null ? work(program, pause) : keep(keeper, program);
            if (away) {
                LOG.info("The product answers again; people go on");
                away = false;
            }
        } catch (ProductAwayException e) {
            if (!away) {
                LOG.info("The product does not answer, people wait: {}", e.getMessage());
                away = true;
            }
        } catch (IOException | RuntimeException e) {
            tell("look " + e.getMessage(), "People cannot go on and look again: " + e.getMessage());
        }
        return pause;
    }

    private Duration work(LabProgram program, Duration pause) {
        if (resting) {
            return pause;
        }
        startMigrations(program);
        work(program);
        return pause;
    }

    /** People look when something happened or is to be done; then time goes on, unless one of them said something. */
    private Duration keep(TimeKeeper keeper, LabProgram program) {
        if (resting) {
            return settings.looks();
        }
        List<String> programs = lookedAt == null ? List.of(program.key()) : List.of(program.key(), lookedAt);
        TimeKeeper.Work work = keeper.read(programs);
        Instant now = clock.instant();
        boolean due = Stream.of(nextAnswer, nextStart).anyMatch(at -> at != null && !at.isAfter(now));
        boolean again =
                due && System.nanoTime() - lookedNanos > settings.looks().toNanos();
        if (again || work.changes() != seen || System.nanoTime() - lookedNanos > LOOKS_AGAIN.toNanos()) {
            seen = work.changes();
            lookedNanos = System.nanoTime();
            int before = spoken.get();
            startMigrations(program);
            work(program);
            if (spoken.get() != before) {
                return settings.looks().dividedBy(10);
            }
        }
        return keeper.turn(
                programs,
                work,
                Stream.of(nextAnswer, nextStart)
                        .filter(Objects::nonNull)
                        .min(Instant::compareTo)
                        .orElse(null));
    }

    // ------------------------------------------------------------------------------------------------- the program

    private void load(LabProgram program) {
        String path = "/programs/" + program.key();
        if (!there(SimulatedPerson.MANAGER, path)) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("key", program.key());
            body.put("title", program.title());
            body.put("zone", program.zone());
            body.put("policy", program.policy());
            require(
                    "create the program",
                    product.post(SimulatedPerson.MANAGER, "/programs", key(program, "program"), body));
            LOG.info("Program {} created", program.key());
        }
        require(
                "import the inventory",
                product.post(
                        SimulatedPerson.MANAGER,
                        path + "/inventory",
                        key(program, "inventory", program.inventory()),
                        "text/csv",
                        program.inventory()));
        plan(program, path);
    }

    /** Brings in the program that is only looked at, and has each of its databases looked at once. */
    private void load(LabLook look) {
        String path = "/programs/" + look.key();
        if (!there(SimulatedPerson.MANAGER, path)) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("key", look.key());
            body.put("title", look.title());
            body.put("zone", look.zone());
            body.put("policy", look.policy());
            require(
                    "create the program",
                    product.post(SimulatedPerson.MANAGER, "/programs", ProductClient.key(look.key(), "program"), body));
        }
        require(
                "import the inventory",
                product.post(
                        SimulatedPerson.MANAGER,
                        path + "/inventory",
                        ProductClient.key(look.key(), "inventory", look.inventory()),
                        "text/csv",
                        look.inventory()));
        for (String database : look.databases()) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("database", database);
            body.put("purpose", "REHEARSAL");
            body.put("playbook", settings.playbook());
            body.put("pauseAfter", LabLook.LAST_STEP);
            body.put("source", Map.of("kind", "LIVE"));
            body.put("evaluateOnly", false);
            ProductAnswer answer = product.post(
                    SimulatedPerson.MANAGER,
                    path + "/migrations",
                    ProductClient.key(look.key(), "look", database, settings.playbook()),
                    body);
            if (!answer.good()) {
                tell("look at " + database, database + " of " + look.key() + " is not looked at: " + answer.problem());
            }
        }
        LOG.info("Program {} is looked at: {}", look.key(), look.databases());
    }

    private void plan(LabProgram program, String path) {
        ProductAnswer plan = require("read the plan", product.get(SimulatedPerson.MANAGER, path + "/plan"));
        if (!plan.body().path("baselineAt").asString("").isEmpty()) {
            return; // agreed on already: who comes where is the product's to say
        }
        Set<Integer> there = new HashSet<>();
        product.list(SimulatedPerson.MANAGER, path + "/waves")
                .forEach(wave -> there.add(wave.path("number").asInt()));
        Instant begin = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        ZonedDateTime night = firstNight(begin, program.zone());
        List<LabProgram.Wave> waves = program.waves(waiting(program));
        for (LabProgram.Wave wave : waves) {
            if (there.contains(wave.number())) {
                continue;
            }
            boolean later = wave.title().equals(LabProgram.LATER);
            Instant start = later ? begin.plus(LATER) : begin.plus(Duration.ofMinutes(2L * (wave.number() - 1)));
            Map<String, Object> body = new LinkedHashMap<>();
            if (keeper != null) {
                Instant usersOut =
                        night.plusWeeks(wave.number() - 1L + (later ? 4 : 0)).toInstant();
                start = usersOut.minus(LEAD);
                body.put("usersOut", usersOut.toString());
            }
            body.put("number", wave.number());
            body.put("title", wave.title());
            body.put("start", start.toString());
            body.put("after", List.of());
            body.put("databases", wave.databases());
            require(
                    "add wave " + wave.number(),
                    product.post(
                            SimulatedPerson.MANAGER,
                            path + "/waves",
                            key(program, "wave", Integer.toString(wave.number())),
                            body));
        }
        if (product.list(SimulatedPerson.MANAGER, path + "/freezes").isEmpty()) {
            // Of a program with nights: from the Monday after its second one.
            Instant freeze = keeper == null
                    ? begin.plus(Duration.ofDays(30))
                    : night.plusDays(9).truncatedTo(ChronoUnit.DAYS).toInstant();
            require(
                    "add the freeze",
                    product.post(
                            SimulatedPerson.MANAGER,
                            path + "/freezes",
                            key(program, "freeze"),
                            Map.of(
                                    "from", freeze.toString(),
                                    "to", freeze.plus(Duration.ofDays(3)).toString(),
                                    "reason", "Quarter end: nothing is opened to users")));
        }
        require(
                "approve the plan",
                product.post(
                        SimulatedPerson.MANAGER,
                        path + "/plan/baseline",
                        key(program, "baseline"),
                        Map.of("reason", "Plan agreed with application owners and data centre")));
        LOG.info("Plan of {} approved: {} waves", program.key(), waves.size());
    }

    /** The first Saturday night that leaves time for everything before it. */
    static ZonedDateTime firstNight(Instant begin, String zone) {
        return begin.plus(LEAD)
                .atZone(ZoneId.of(zone))
                .with(TemporalAdjusters.next(DayOfWeek.SATURDAY))
                .truncatedTo(ChronoUnit.DAYS)
                .withHour(22);
    }

    private boolean there(SimulatedPerson person, String path) {
        ProductAnswer answer = product.get(person, path);
        if (answer.status() == 404) {
            return false;
        }
        require("read " + path, answer);
        return true;
    }

    // ---------------------------------------------------------------------------------------------- the migrations

    private void startMigrations(LabProgram program) {
        String path = "/programs/" + program.key() + "/migrations";
        Set<String> started = new HashSet<>();
        Map<String, Integer> rolledBack = new HashMap<>();
        int running = 0;
        for (JsonNode migration : product.list(SimulatedPerson.MANAGER, path + "?purpose=PRODUCTION&limit=1000")) {
            String database = migration.path("database").asString();
            if (migration.path("mode").asString().equals("ENDED")) {
                String outcome = migration.path("outcome").asString("");
                if (outcome.equals(ROLLED_BACK) && rolledBack.merge(database, 1, Integer::sum) == 1) {
                    continue; // a second attempt is the team's to make, a third is not
                }
                if (!outcome.equals(COMPLETED)) {
                    tell(
                            "ended " + migration.path("number"),
                            "Migration " + migration.path("number") + " of " + database + " ended " + outcome
                                    + "; whether it starts again is for the user to say");
                }
            } else if (!left(program, database) && !database.contains(":")) {
                running++;
            }
            started.add(database);
        }
        Map<String, Integer> waves = new HashMap<>();
        Map<String, Instant> begins = new HashMap<>();
        nextStart = null;
        Set<String> waiting = Set.of();
        if (!started.containsAll(program.companies().keySet())) {
            waiting = waiting(program);
            for (JsonNode wave : product.list(SimulatedPerson.MANAGER, "/programs/" + program.key() + "/waves")) {
                String start = wave.path("start").asString("");
                wave.path("databases").forEach(database -> {
                    waves.put(database.asString(), wave.path("number").asInt());
                    if (keeper != null && !start.isEmpty()) {
                        begins.put(database.asString(), Instant.parse(start));
                    }
                });
            }
        }
        for (LabProgram.Wave wave : program.waves()) {
            for (String database : wave.databases()) {
                if (started.contains(database) || (full(running) && !left(program, database))) {
                    continue;
                }
                Instant begin = begins.get(database);
                if (begin != null && begin.isAfter(clock.instant()) && !program.held(database, waiting)) {
                    nextStart = nextStart == null || begin.isBefore(nextStart) ? begin : nextStart;
                    continue; // its wave has not begun
                }
                if (program.held(database, waiting)) {
                    tell(
                            "waits " + database,
                            database + " waits: its way, or that of its company, has no playbook yet");
                    continue;
                }
                Map<String, Object> body = new LinkedHashMap<>();
                body.put("database", database);
                body.put("purpose", "PRODUCTION");
                body.put("wave", waves.getOrDefault(database, wave.number()));
                body.put("evaluateOnly", false);
                ProductAnswer answer =
                        product.post(SimulatedPerson.MANAGER, path, startKey(program, database, rolledBack), body);
                if (answer.good()) {
                    spoken.incrementAndGet();
                    LOG.info("{} started the migration of {}", SimulatedPerson.MANAGER.login(), database);
                    started.add(database);
                    if (!left(program, database)) {
                        running++;
                    }
                } else if (agreed(program, database)) {
                    // The next look starts it, and no time goes by until then.
                    spoken.incrementAndGet();
                    nextStart = clock.instant();
                } else {
                    tell("start " + database, "The migration of " + database + " cannot start: " + answer.problem());
                }
            }
        }
    }

    /** Where time is kept, waves say who begins when, and a run in its hypercare keeps nobody from it. */
    private boolean full(int running) {
        return keeper == null && running >= settings.atOnce();
    }

    /** Databases whose method has no playbook that may run: they are planned, and wait. */
    private Set<String> waiting(LabProgram program) {
        Set<String> waiting = new HashSet<>();
        product.list(SimulatedPerson.MANAGER, "/programs/" + program.key() + "/methods")
                .forEach(way -> way.path("waiting").forEach(database -> waiting.add(database.asString())));
        return waiting;
    }

    /**
     * The lab carries without rehearsals, and a test's program whatever rules close: one asks for the start with the reason,
     * and a second one agrees; the next look starts it.
     */
    private boolean agreed(LabProgram program, String database) {
        String path = "/programs/" + program.key() + "/databases/" + ProductClient.encoded(database) + "/start";
        JsonNode start = product.get(SimulatedPerson.MANAGER, path).body();
        if (start.path("against").isEmpty() || start.path("agreed").asBoolean(false)) {
            return false;
        }
        JsonNode asked = start.path("waiver");
        Set<String> waived = new HashSet<>();
        asked.path("waived").forEach(code -> waived.add(code.asString()));
        boolean other = false;
        for (JsonNode objection : start.path("against")) {
            String code = objection.path("code").asString();
            other |= !waived.contains(code);
            if (settings.allBy() == null && !code.equals(UNREHEARSED)) {
                return false;
            }
        }
        if (other || !asked.path("agreedBy").asString("").isEmpty()) {
            ProductAnswer answer = product.post(
                    SimulatedPerson.MANAGER,
                    path + "/request",
                    key(program, "ask", database, start.path("against").toString()),
                    Map.of(
                            "reason",
                            settings.allBy() == null
                                    ? "The lab is a rehearsal itself: it carries without another one"
                                    : "A test of the lab: it crosses whatever a data centre would do"));
            if (!answer.good()) {
                return false;
            }
            asked = answer.body().path("waiver");
        }
        long number = asked.path("number").asLong();
        return product.post(
                        SimulatedPerson.APPROVER,
                        path + "/agreement",
                        key(program, "agree", database, Long.toString(number)),
                        Map.of("number", number))
                .good();
    }

    private String startKey(LabProgram program, String database, Map<String, Integer> rolledBack) {
        return rolledBack.containsKey(database)
                ? key(program, "start", database, "again")
                : key(program, "start", database);
    }

    /** Whether the tasks of a database are the user's. */
    private boolean left(LabProgram program, String database) {
        return !settings.all() && program.userGroup().contains(database);
    }

    // -------------------------------------------------------------------------------------------------------- work

    void work(LabProgram program) {
        if (resting) {
            return;
        }
        List<JsonNode> tasks = product.list(
                SimulatedPerson.MANAGER,
                "/tasks?scope=ALL&program=" + ProductClient.encoded(program.key()) + "&limit=1000");
        List<JsonNode> mine = tasks.stream()
                .filter(task -> !left(program, task.path("database").asString()))
                .toList();
        Instant now = clock.instant();
        nextAnswer = mine.stream()
                .filter(task -> answered(task).isAfter(now) || fresh(task))
                .map(this::answered)
                .min(Instant::compareTo)
                .orElse(null);
        List<JsonNode> due =
                mine.stream().filter(task -> !answered(task).isAfter(now)).toList();
        Map<String, Integer> tries = due.stream().anyMatch(SimulatedPeople::needsAttention) ? tries(program) : Map.of();
        List<Future<?>> begun = new ArrayList<>();
        due.forEach(task -> begun.add(team.submit(() -> answer(program, task, tries))));
        for (Future<?> one : begun) {
            finished(one);
        }
    }

    private static boolean needsAttention(JsonNode task) {
        return task.path("kind").asString().equals("ATTENTION");
    }

    private void answer(LabProgram program, JsonNode task, Map<String, Integer> tries) {
        String id = task.path("id").asString();
        switch (task.path("kind").asString()) {
            case "TASK" -> complete(program, task, id);
            case "GATE" -> decide(program, task, id);
            case "ATTENTION" -> attend(program, task, id, tries);
            default -> tell(id, "Task " + id + " is of a kind that nobody here knows: " + task.path("kind"));
        }
    }

    /** Waits for one piece of work; what it threw is this look's. */
    private static void finished(Future<?> work) {
        try {
            work.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProductAwayException("People were told to go home", e);
        }
    }

    /** Whether somebody is at a task that is due: one that nobody could answer for a while is no reason to wait. */
    private boolean fresh(JsonNode task) {
        long now = System.nanoTime();
        return now - dueSince.computeIfAbsent(task.path("id").asString(), id -> now) < ANSWERED.toNanos();
    }

    /** When somebody has thought about a task; one of a product that does not say since when is answered at once. */
    private Instant answered(JsonNode task) {
        try {
            Instant opened = Instant.parse(task.path("openedAt").asString());
            String about = task.path("database").asString() + task.path("step").asString("");
            return opened.plus(keeper == null ? settings.thinking(about) : settings.thinkingByCalendar(about));
        } catch (DateTimeParseException e) {
            return Instant.MIN;
        }
    }

    private void complete(LabProgram program, JsonNode task, String id) {
        Optional<SimulatedPerson> who = who(task);
        if (who.isEmpty()) {
            return;
        }
        SimulatedPerson person = who.get();
        String claimed = task.path("claimedBy").asString("");
        if (!claimed.isEmpty() && !claimed.equals(person.login())) {
            return; // somebody took it; it is theirs now
        }
        String key = ProductClient.key("complete", id);
        Optional<Map<String, Object>> body = completion(program, person, task, id);
        if (body.isEmpty()) {
            return;
        }
        if (claimed.isEmpty()) {
            ProductAnswer claim =
                    product.post(person, "/tasks/" + id + "/claim", ProductClient.key("claim", id), Map.of());
            if (!claim.good()) {
                tell("claim " + id, "Task " + id + " cannot be claimed: " + claim.problem());
                return;
            }
        }
        work(program, task);
        say(
                person,
                "/tasks/" + id + "/complete",
                key,
                body.get(),
                "done".equals(body.get().get("outcome")) ? "completed" : "could not do",
                task);
    }

    /** What somebody says of a task, with the values that its playbook asks for; empty where it is left to the user. */
    private Optional<Map<String, Object>> completion(
            LabProgram program, SimulatedPerson person, JsonNode task, String id) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("outcome", "done");
        body.put("reason", evidence(task));
        if (task.path("step").asString("").startsWith(FINDINGS)) {
            Optional<String> lost = lost(program, task);
            if (lost.isEmpty()) {
                return Optional.empty();
            }
            if (!lost.get().isEmpty()) {
                body.put("outcome", "failed");
                body.put("reason", shortened("Lost at the target, and nothing to accept: " + lost.get()));
                return Optional.of(body);
            }
            body.put("reason", FOUND);
        }
        Map<String, Object> given = new LinkedHashMap<>();
        for (JsonNode wanted : require("read task " + id, product.get(person, "/tasks/" + id))
                .body()
                .path("outputs")) {
            String name = wanted.path("name").asString();
            String type = wanted.path("type").asString();
            if (!type.equals("string")) {
                tell(
                        "answer " + id + name,
                        "Task " + id + " asks for " + name + ", of type " + type
                                + ": nobody here knows it, it is left to the user");
                return Optional.empty();
            }
            given.put(name, body.get("reason"));
        }
        if (!given.isEmpty()) {
            body.put("outputs", given);
        }
        return Optional.of(body);
    }

    /**
     * What is lost of that which an import could not make, by both dictionaries: nothing, a text of what it is, or an empty
     * answer where the finding names nothing that could be looked up, which is the user's then.
     */
    private Optional<String> lost(LabProgram program, JsonNode task) {
        LabProgram.Crossing crossing =
                program.crossings().get(task.path("database").asString());
        Set<String> named = new TreeSet<>();
        Matcher names = QUOTED.matcher(task.path("detail").asString(""));
        while (names.find()) {
            named.add(names.group(1));
        }
        if (crossing == null || named.size() < 2) {
            tell(
                    "finding " + task.path("id"),
                    "A finding of an import names nothing to look up and is left to the user: " + task.path("detail"));
            return Optional.empty();
        }
        return Optional.of(
                keyboard
                        .missing(crossing.sourceHost(), crossing.sourceService(), crossing.host(), crossing.service())
                        .stream()
                        // Two names that it has are no coincidence; whoever is not sure accepts nothing.
                        .filter(line -> Stream.of(line.split("[ .]+"))
                                        .filter(named::contains)
                                        .count()
                                > 1)
                        .collect(Collectors.joining("; ")));
    }

    /**
     * What a DBA types {@code AS SYSDBA} who reads a task: each statement of it once, in its order, but for those of entries that
     * are done, stay behind or would be refused.
     */
    public static List<String> statements(String detail) {
        Set<String> statements = new LinkedHashSet<>();
        Matcher words = GRANT.matcher(detail);
        Matcher end = NOTHING_TO_TYPE.matcher(detail);
        while (words.find()) {
            if (!end.region(words.end(), detail.length()).lookingAt()) {
                statements.add(words.group());
            }
        }
        return List.copyOf(statements);
    }

    /** The zones that a task asks for: ports of an array by port of a server, each line of it for itself. */
    public static SortedMap<String, List<String>> zones(String detail) {
        SortedMap<String, List<String>> zones = new TreeMap<>();
        Matcher zone = ZONE.matcher(detail);
        while (zone.find()) {
            zones.computeIfAbsent(zone.group(1), host -> new ArrayList<>())
                    .addAll(List.of(zone.group(2).split(", ")));
        }
        return zones;
    }

    /** Does on the target what the task asks a person to do there. */
    private void work(LabProgram program, JsonNode task) {
        zones(task.path("detail").asString("")).forEach((host, targets) -> {
            keyboard.zone(List.of(host), targets);
            LOG.info("{} zoned {} with {}", SimulatedPerson.STORAGE.login(), host, targets);
        });
        Matcher host = NAMED.matcher(task.path("detail").asString(""));
        while (host.find()) {
            keyboard.name(host.group(1), host.group(2));
            LOG.info("{} entered {} as {}", SimulatedPerson.NETWORK.login(), host.group(1), host.group(2));
        }
        Matcher volume = BOOT_VOLUME.matcher(task.path("detail").asString(""));
        while (volume.find()) {
            keyboard.image(volume.group(2), volume.group(1));
            LOG.info("{} put Linux onto {} of {}", SimulatedPerson.STORAGE.login(), volume.group(1), volume.group(2));
        }
        LabProgram.Crossing crossing =
                program.crossings().get(task.path("database").asString());
        if (crossing == null) {
            return;
        }
        for (String statement : statements(task.path("detail").asString(""))) {
            keyboard.sysdba(crossing.host(), crossing.service(), statement);
            LOG.info("{} typed on {}: {}", SimulatedPerson.DBA.login(), crossing.host(), statement);
        }
        if (task.path("detail").asString("").contains(PLANS)) {
            keyboard.plans(crossing.sourceHost(), crossing.sourceService(), crossing.host(), crossing.service());
            LOG.info("{} carried plan baselines to {}", SimulatedPerson.DBA.login(), crossing.host());
        }
        if (task.path("step").asString("").startsWith(FILES)) {
            keyboard.files(crossing.sourceHost(), crossing.sourceService(), crossing.host());
            LOG.info(
                    "{} set up on {} what lay around {}",
                    SimulatedPerson.DBA.login(),
                    crossing.host(),
                    crossing.service());
        }
        if (task.path("step").asString("").equals(MEND_TABLES)) {
            for (JsonNode table : run(program, task, "content").path("outputs").path("different_tables")) {
                keyboard.reload(
                        crossing.sourceHost(),
                        crossing.sourceService(),
                        crossing.host(),
                        crossing.service(),
                        table.asString());
                LOG.info("{} loaded {} on {} anew", SimulatedPerson.DBA.login(), table.asString(), crossing.host());
            }
        }
    }

    /** The step at which each finding of an import is decided. */
    private static final String FINDINGS = "findings[";

    /** The step at which each thing of a host is set up at the target. */
    private static final String FILES = "files-by-hand[";

    private static final String FOUND =
            "accepted: what it names is at the target as at the source, by both dictionaries.";

    /** Names as Oracle's programs write them. */
    private static final Pattern QUOTED = Pattern.compile("\"([A-Z0-9_$#]+)\"");

    /** How long users are out, beside the window: nobody works on a database of the lab. */
    private static final Set<String> OUTAGE_CRITERIA = Set.of("outage-with-room", "outage-fits");

    private static String evidence(JsonNode task) {
        return "Done and looked at in the lab: " + task.path("title").asString() + " of "
                + task.path("database").asString() + ". Evidence: note of the simulated team, "
                + task.path("stage").asString("").toLowerCase(java.util.Locale.ROOT) + ".";
    }

    private void decide(LabProgram program, JsonNode task, String id) {
        Optional<SimulatedPerson> who = who(task);
        if (who.isEmpty()) {
            return;
        }
        List<String> waived = new ArrayList<>();
        List<String> unmet = unmet(program, task, waived);
        if (!unmet.isEmpty()) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("outcome", "reject");
            body.put("reason", "Not met: " + String.join("; ", unmet));
            say(who.get(), "/tasks/" + id + "/decide", ProductClient.key("reject", id), body, "rejected", task);
            return;
        }
        String gate = "/gates/" + id;
        String shown = require("read " + gate, product.get(who.get(), gate))
                .body()
                .path("evidenceHash")
                .asString();
        List<SimulatedPerson> deciders = new ArrayList<>();
        deciders.add(who.get());
        if (task.path("fourEyes").asBoolean(false)) {
            deciders.add(SimulatedPerson.APPROVER);
        }
        for (SimulatedPerson person : deciders) {
            String key = ProductClient.key("decide", id, person.name(), shown);
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("outcome", "approve");
            body.put("evidenceHash", shown);
            if (waived.isEmpty()) {
                body.put(
                        "reason", "Criteria read and met: " + task.path("title").asString());
            } else {
                body.put("waive", waived);
                body.put("reason", "Longer than agreed; nobody works on a database of the lab");
            }
            say(person, "/tasks/" + id + "/decide", key, body, "approved", task);
        }
    }

    /**
     * The criteria of a gate that do not hold, as whoever decides reads them on its page.
     *
     * @param waived gains those that these people waive: how long users are out
     */
    private List<String> unmet(LabProgram program, JsonNode task, List<String> waived) {
        List<String> unmet = new ArrayList<>();
        for (JsonNode criterion : run(program, task, task.path("step").asString(""))
                .path("inputs")
                .path("criteria")) {
            if (criterion.path("verdict").asString().equals("met")) {
                continue;
            }
            String named = criterion.path("id").asString();
            if (OUTAGE_CRITERIA.contains(named)) {
                waived.add(named);
            } else {
                unmet.add(criterion.path("title").asString() + " ("
                        + criterion.path("verdict").asString() + ")");
            }
        }
        return unmet;
    }

    /** How a step of a task's migration went, or a missing node. */
    private JsonNode run(LabProgram program, JsonNode task, String step) {
        String path = "/programs/" + program.key() + "/migrations/"
                + task.path("migration").asString();
        for (JsonNode line : require("read " + path, product.get(SimulatedPerson.MANAGER, path))
                .body()
                .path("steps")) {
            if (line.path("run").path("key").asString("").equals(step)) {
                return line.path("run");
            }
        }
        return MissingNode.getInstance();
    }

    /** The lab's minutes are not the plan's: two persons let the outage begin late. */
    private void letBegin(LabProgram program, JsonNode task, String id) {
        String path = "/programs/" + program.key() + "/migrations/" + number(program, task) + "/outage";
        String plan = "/programs/" + program.key() + "/plan";
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("reason", "The lab's machine was slower than its plan; nobody works on this database");
        String usersOut = require("read " + plan, product.get(SimulatedPerson.MANAGER, plan))
                .body()
                .path("cutovers")
                .path(task.path("database").asString())
                .path("usersOut")
                .asString("");
        if (!usersOut.isEmpty()) {
            body.put("usersOut", usersOut);
        }
        for (SimulatedPerson person : List.of(SimulatedPerson.MANAGER, SimulatedPerson.APPROVER)) {
            ProductAnswer answer =
                    product.post(person, path, ProductClient.key("let begin", id, usersOut, person.name()), body);
            if (!answer.good()) {
                tell(id + person, "The outage of " + task.path("database").asString() + ": " + answer.problem());
            }
        }
    }

    private void attend(LabProgram program, JsonNode task, String id, Map<String, Integer> tries) {
        String step = task.path("step").asString("");
        if (step.isEmpty()) {
            tell(id, "Migration of " + task.path("database").asString() + " needs a user: " + task.path("detail"));
            return;
        }
        String key = ProductClient.key("attend", id);
        String where = task.path("database").asString() + " " + step;
        String detail = task.path("detail").asString("");
        boolean compares = task.path("stage").asString().equals("VALIDATION");
        boolean hopeless = !detail.contains(HELD_BY_PLAN)
                && (detail.startsWith(REJECTED)
                        || FAILED.matcher(detail).matches()
                        || tries.getOrDefault(about(task), 0) >= (compares ? 1 : RETRIES));
        if (hopeless && wasRolledBack(program, task.path("database").asString())) {
            tell(id, where + " fails again and is left to the user: " + detail);
            return;
        }
        if (detail.contains(HELD_BY_PLAN)) {
            letBegin(program, task, id);
        }
        closeAgain(program, task, detail);
        Map<String, Object> body = new LinkedHashMap<>();
        if (hopeless) {
            body.put("action", "roll-back");
            body.put("reason", shortened("Trying again does not help: taken back, and started once more. " + detail));
        } else {
            body.put("action", "retry");
            body.put("step", step);
            body.put("reason", "Looked at; the cause is gone or does not come back by itself");
        }
        String path = "/programs/" + program.key() + "/migrations/" + number(program, task) + "/actions";
        SimulatedPerson who = hopeless ? SimulatedPerson.CUTOVER : SimulatedPerson.DBA;
        say(who, path, key, body, hopeless ? "rolled back after" : "retried", task);
    }

    /** Accounts are locked and tablespaces read only over a restart, so that nobody wrote: the doors are shut again. */
    private void closeAgain(LabProgram program, JsonNode task, String detail) {
        Matcher open = OPEN_AGAIN.matcher(detail);
        LabProgram.Crossing crossing =
                program.crossings().get(task.path("database").asString());
        if (crossing == null || !open.lookingAt()) {
            return;
        }
        boolean source = open.group(1).equals("Source");
        String host = source ? crossing.sourceHost() : crossing.host();
        String service = source ? crossing.sourceService() : crossing.service();
        keyboard.sysdba(host, service, "ALTER SYSTEM ENABLE RESTRICTED SESSION");
        Matcher started = STARTED.matcher(open.group(2));
        while (started.find()) {
            keyboard.sysdba(host, service, "BEGIN dbms_service.stop_service('" + started.group(1) + "'); END;");
        }
        LOG.info("{} closed {} on {} again after its restart", SimulatedPerson.DBA.login(), service, host);
    }

    private static String shortened(String reason) {
        return reason.length() <= 900 ? reason : reason.substring(0, 899) + "…";
    }

    private boolean wasRolledBack(LabProgram program, String database) {
        return product
                .list(
                        SimulatedPerson.MANAGER,
                        "/programs/" + program.key() + "/migrations?purpose=PRODUCTION&limit=1000")
                .stream()
                .anyMatch(migration -> migration.path("database").asString().equals(database)
                        && migration.path("outcome").asString("").equals(ROLLED_BACK));
    }

    /** How often each step needed attention before: from the closed tasks, so that a restart does not forget. */
    private Map<String, Integer> tries(LabProgram program) {
        Map<String, Integer> tries = new HashMap<>();
        product.list(
                        SimulatedPerson.MANAGER,
                        "/tasks?scope=ALL&kind=ATTENTION&closed=true&limit=1000&program="
                                + ProductClient.encoded(program.key()))
                .forEach(task -> tries.merge(about(task), 1, Integer::sum));
        return tries;
    }

    private static String about(JsonNode task) {
        return task.path("migration").asString() + " " + task.path("step").asString("");
    }

    private int number(LabProgram program, JsonNode task) {
        String id = task.path("migration").asString();
        for (JsonNode migration :
                product.list(SimulatedPerson.MANAGER, "/programs/" + program.key() + "/migrations?limit=1000")) {
            if (migration.path("id").asString().equals(id)) {
                return migration.path("number").asInt();
            }
        }
        throw new IllegalStateException("The product has a task of migration " + id + " and does not list it");
    }

    private Optional<SimulatedPerson> who(JsonNode task) {
        String role = task.path("role").asString();
        Optional<SimulatedPerson> who = SimulatedPerson.withRole(role);
        if (who.isEmpty()) {
            tell("role " + role, "Nobody here has the role " + role + "; its tasks are left to the user");
        }
        return who;
    }

    private void say(
            SimulatedPerson person, String path, String key, Map<String, Object> body, String did, JsonNode task) {
        String spoken = sayable(person, key);
        if (said.contains(spoken)) {
            return;
        }
        ProductAnswer answer = product.post(person, path, spoken, body);
        String what = "'" + task.path("title").asString() + "' of "
                + task.path("database").asString();
        if (answer.good()) {
            said.add(spoken);
            this.spoken.incrementAndGet();
            LOG.info("{} {} {}", person.login(), did, what);
        } else {
            // Somebody was faster, or the step has moved on: the next look shows it.
            tell(key, person.login() + " could not say " + did + " for " + what + ": " + answer.problem());
        }
    }

    /**
     * The key for saying something now: a word that the engine refused, because the step was not there yet, or that came back
     * to its person, because the engine lost it, is said again under a key of its own; a word that waits for delivery is not.
     */
    private String sayable(SimulatedPerson person, String key) {
        String spoken = key;
        for (int again = 1; again <= RETRIES && said.contains(spoken); again++) {
            ProductAnswer command = product.get(person, "/commands/" + spoken);
            if (!NOT_DONE.contains(command.body().path("state").asString(""))) {
                return spoken;
            }
            spoken = ProductClient.key(key, Integer.toString(again));
        }
        return spoken;
    }

    private static ProductAnswer require(String what, ProductAnswer answer) {
        if (answer.status() == 401 || answer.status() == 403) {
            throw new IllegalStateException("People may not " + what + " (" + answer.problem()
                    + "). The product knows the lab's users only with gulliver.lab.users=true, and both sides need"
                    + " the same GULLIVER_LAB_PASSWORD");
        }
        if (!answer.good()) {
            throw new IllegalStateException("People could not " + what + ": " + answer.problem()
                    + (answer.body().path("errors").isMissingNode()
                            ? ""
                            : " " + answer.body().path("errors")));
        }
        return answer;
    }

    private static String key(LabProgram program, String... words) {
        String[] all = new String[words.length + 1];
        all[0] = program.key();
        System.arraycopy(words, 0, all, 1, words.length);
        return ProductClient.key(all);
    }

    /** Says something once. */
    private void tell(String about, String words) {
        if (told.add(about)) {
            LOG.warn("{}", words);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        team.shutdownNow();
    }
}
