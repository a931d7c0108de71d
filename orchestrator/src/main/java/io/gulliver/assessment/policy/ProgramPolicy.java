package io.gulliver.assessment.policy;

import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.domain.program.Program;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.inputs.SizingPolicy;
import io.gulliver.planning.method.ProgramMethod;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a program decides for its databases, read of the JSON that somebody typed ({@code docs/operations.md}, <i>A program's
 * policy</i>). Members that nobody reads may hold anything; the program keeps them as they were typed.
 *
 * @param parameters of playbooks, for all databases
 * @param databases parameters of single databases
 * @param shared servers and containers that several databases land on, by kind and name
 * @param facts what people decide and no query tells
 * @param rates planning rates, replaced by what rehearsals measured
 * @param judging rates against which methods are judged: a landscape to practise on runs by the minute what takes hours,
 *     and shall still be judged as the real one
 * @param windowTag column of the inventory with the minutes of the outage that methods are judged by, null for the agreed one
 * @param forAll the method that the program takes for all databases, with its reason; null for that of each
 * @param collection of load, for all databases
 * @param sizing how targets are sized, and when a sizing goes stale
 * @param cost prices, and licences that are owned
 * @param completeness least score of what must be known of a database, in percent, null while none is set
 * @param clientNotice so long before its cutover a database's clients must be known
 * @param limits how many of its steps may hold each kind of scarce thing at once, by kind; one that is not named has the
 *     room that its kind usually has
 * @param soak the longest that steps wait after users out, null for what playbooks say
 * @param lead the longest that steps are due before users out, null for what playbooks say
 * @param hours in which people work and no outage may run, null while nobody said
 */
public record ProgramPolicy(
        SortedMap<String, Object> parameters,
        SortedMap<String, SortedMap<String, Object>> databases,
        SortedMap<String, SortedMap<String, Shared>> shared,
        SortedMap<String, Object> facts,
        Rates rates,
        Rates judging,
        @Nullable String windowTag,
        @Nullable ProgramMethod forAll,
        CollectionPolicy collection,
        SizingPolicy sizing,
        CostRates cost,
        @Nullable Integer completeness,
        Duration clientNotice,
        SortedMap<String, Integer> limits,
        @Nullable Duration soak,
        @Nullable Duration lead,
        @Nullable Hours hours) {
    public ProgramPolicy {
        parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
        databases = Collections.unmodifiableSortedMap(new TreeMap<>(databases));
        shared = Collections.unmodifiableSortedMap(new TreeMap<>(shared));
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
    }

    /**
     * Working hours, in the zone of the program.
     *
     * @param days of the week
     * @param from first moment of a working day
     * @param to first moment after it
     */
    public record Hours(SortedSet<DayOfWeek> days, LocalTime from, LocalTime to) {
        public Hours {
            days = Collections.unmodifiableSortedSet(new TreeSet<>(days));
        }

        public WorkingHours in(ZoneId zone) {
            return new WorkingHours(days, from, to, zone);
        }
    }

    /**
     * A server or container that several databases land on.
     *
     * @param playbook that builds it, or null
     * @param facts that it needs
     */
    public record Shared(@Nullable String playbook, SortedMap<String, Object> facts) {
        static final Shared NONE = new Shared(null, new TreeMap<>());

        public Shared {
            facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        }
    }

    /**
     * A policy as somebody typed it.
     *
     * @param policy in which everything wrong has its default
     * @param problems everything that is wrong; whoever takes a policy from outside refuses it unless there are none
     */
    public record Parsed(ProgramPolicy policy, List<PolicyProblem> problems) {
        public Parsed {
            problems = List.copyOf(problems);
        }
    }

    /** Reads what somebody typed, and says everything that is wrong with it at once. */
    public static Parsed parse(Map<String, Object> typed) {
        return parse(typed, FactCatalogue.EMPTY);
    }

    /** The same, its facts held to a catalogue: names that it does not know, and values that nobody can read, are problems too. */
    public static Parsed parse(Map<String, Object> typed, FactCatalogue catalogue) {
        return PolicyReader.parse(typed, catalogue);
    }

    /** The policy of a program; what an earlier version accepted and this one cannot read has its default. */
    public static ProgramPolicy of(Program program) {
        return new PolicyReader().read(program.policy());
    }

    /**
     * The policy of a program with other prices, as it is to be stored: each says who set it.
     *
     * @param typed members of the entry {@code cost}, null for those to leave out; members that are not named stay
     * @throws IllegalArgumentException naming what is wrong with the prices
     */
    public static Map<String, Object> priced(Program program, Map<String, ?> typed, String by, Instant at) {
        return CostEntry.priced(program.policy(), typed, by, at);
    }

    /**
     * A policy in which every price and every count of what is owned says who set it: one that is as it was keeps its
     * person, another gets this one. What a caller writes about who set it is never believed.
     */
    public static Map<String, Object> stamped(
            Map<String, Object> before, Map<String, Object> after, String by, Instant at) {
        return CostEntry.stamped(before, after, by, at);
    }

    /** Parameters of one database: what holds for all, and over it what holds for this one. */
    public Map<String, Object> parametersOf(String database) {
        SortedMap<String, Object> all = new TreeMap<>(parameters);
        all.putAll(own(database));
        return all;
    }

    /** How load of one database is collected: its own word on the Diagnostics Pack counts before that for all. */
    public CollectionPolicy collectionOf(String database) {
        Object pack = own(database).get(PolicyReader.PACK);
        return pack == null ? collection : collection.with(PolicyReader.licensed(pack));
    }

    private SortedMap<String, Object> own(String database) {
        return databases.getOrDefault(database, Collections.emptySortedMap());
    }

    /** What is said of a shared thing; nothing when it is not named. */
    public Shared shared(String kind, String name) {
        return shared.getOrDefault(kind, Collections.emptySortedMap()).getOrDefault(name, Shared.NONE);
    }
}
