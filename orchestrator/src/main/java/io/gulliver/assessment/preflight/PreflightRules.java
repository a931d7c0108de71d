package io.gulliver.assessment.preflight;

import io.gulliver.assessment.preflight.PreflightCheck.State;
import io.gulliver.assessment.preflight.PreflightFacts.Installation;
import io.gulliver.assessment.preflight.PreflightFacts.Pages;
import io.gulliver.assessment.preflight.PreflightFacts.ProgramFacts;
import io.gulliver.domain.people.Function;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What must be there before a first real migration, in the order in which it is best seen to. */
public final class PreflightRules {
    /** A backup that is older is none for a night of cutovers. */
    public static final Duration BACKUP = Duration.ofDays(7);

    private PreflightRules() {}

    /** All checks, those that hold among them. */
    public static List<PreflightCheck> checks(PreflightFacts facts) {
        List<PreflightCheck> checks = new ArrayList<>();
        checks.add(store(facts.installation()));
        checks.add(engine(facts.installation()));
        checks.add(pages(facts.installation()));
        checks.add(people(facts.people()));
        checks.add(functions(facts.people()));
        checks.add(notices(facts));
        checks.add(workers(facts));
        checks.add(secrets(facts));
        checks.add(hosts(facts.installation()));
        checks.add(accounts(facts.installation()));
        checks.add(servers(facts.installation()));
        checks.add(storage(facts.installation()));
        checks.add(policies(facts.programs()));
        checks.add(playbooks(facts.programs()));
        checks.add(backup(facts));
        checks.add(proof(facts.installation()));
        return List.copyOf(checks);
    }

    /** How many of them are in a state. */
    public static long count(List<PreflightCheck> checks, State state) {
        return checks.stream().filter(check -> check.state() == state).count();
    }

    private static PreflightCheck store(Installation said) {
        return either(
                "store",
                said.ownStore(),
                "A PostgreSQL of your own",
                "The store is a PostgreSQL that you run.",
                "The store is the embedded PostgreSQL.",
                "The embedded one has no replica and no point-in-time recovery: a lost disk loses what was recorded since"
                        + " the last backup.",
                "Name a PostgreSQL from 15 up with gulliver.store.url, and move what is here by ./gulliver backup and"
                        + " restore.",
                State.MISSING);
    }

    private static PreflightCheck engine(Installation said) {
        String seen = !said.ownEngine()
                ? "The engine is the embedded Temporal."
                : said.engineInClear()
                        ? "Temporal is on another machine and reached without TLS."
                        : "The engine is a Temporal that you run.";
        return new PreflightCheck(
                "engine",
                said.ownEngine() && !said.engineInClear() ? State.READY : State.MISSING,
                "A Temporal of your own",
                seen,
                said.ownEngine()
                        ? "Whoever reaches it can end runs; mutual TLS keeps everybody else out."
                        : "Every user of this machine reaches the embedded one and can end runs in it.",
                said.ownEngine()
                        ? "Name certificates with gulliver.temporal.tls."
                        : "Name one with gulliver.temporal.target, beyond this machine with gulliver.temporal.tls.");
    }

    private static PreflightCheck pages(Installation said) {
        return new PreflightCheck(
                "tls",
                said.pages() == Pages.THIS_MACHINE ? State.MISSING : State.READY,
                "TLS, so that people reach the pages",
                switch (said.pages()) {
                    case TLS -> "Pages and API speak TLS.";
                    case PROXY -> "A proxy speaks TLS in front of the pages.";
                    case THIS_MACHINE -> "Pages are reached from this machine alone.";
                },
                "Beyond this machine pages are shown by TLS only: approvers and cutover managers sit elsewhere.",
                "Name gulliver.web.certificate and gulliver.web.key, or a proxy with gulliver.web.proxies, and set"
                        + " server.address.");
    }

    private static PreflightCheck people(PreflightFacts.People people) {
        return new PreflightCheck(
                "people",
                people.open() >= 2 && people.administrators() >= 1 ? State.READY : State.MISSING,
                "People beside the first",
                people.open() == 0
                        ? "Nobody can log in."
                        : people.open() == 1 ? "One person can log in." : people.open() + " people can log in.",
                "Four eyes are two people: a gate that wants a second approver, a new playbook and a waived start wait for"
                        + " ever with one.",
                people.open() == 0
                        ? "Open the link that the server's log shows at its start, or ./gulliver person add NAME"
                                + " --administrator."
                        : "Add people under Settings, People, or with ./gulliver person add.");
    }

    private static PreflightCheck functions(PreflightFacts.People people) {
        SortedSet<String> nobody = new TreeSet<>(people.asked());
        // whatever playbooks say, a start that was refused is waived by one
        nobody.add(Function.APPROVER.key());
        nobody.removeAll(people.held());
        return either(
                "functions",
                nobody.isEmpty(),
                "Somebody for each task and gate",
                "Somebody holds each function that approved playbooks ask for.",
                "Nobody holds " + String.join(", ", nobody) + ".",
                "Tasks and gates ask for a function; a run stops at the first one that nobody holds.",
                "Give functions on the page of a person, or with ./gulliver person grant NAME --function "
                        + (nobody.isEmpty() ? Function.DBA.key() : nobody.first()) + ".",
                State.MISSING);
    }

    private static PreflightCheck notices(PreflightFacts facts) {
        Installation said = facts.installation();
        boolean reaches = said.webhook() || said.mail() && facts.people().withMail() > 0;
        return new PreflightCheck(
                "notices",
                reaches ? State.READY : State.MISSING,
                "A way to tell people",
                !said.mail() && !said.webhook()
                        ? "Nobody is told of what waits: no mail server and no webhook is named."
                        : reaches
                                ? "People are told of what waits."
                                : "A mail server is named, and nobody has an address.",
                "At night nobody looks at a page: a step that needs attention would wait until the morning.",
                said.mail()
                        ? "Give people an e-mail address on their page."
                        : "Name gulliver.notices.address, and a mail server or a webhook below gulliver.notices.");
    }

    private static PreflightCheck workers(PreflightFacts facts) {
        String zone = facts.installation().zone();
        List<String> unserved = facts.queues().entrySet().stream()
                .filter(queue -> !queue.getValue())
                .map(Map.Entry::getKey)
                .toList();
        boolean unknown = facts.queues().isEmpty();
        return new PreflightCheck(
                "workers",
                unknown ? State.UNKNOWN : unserved.isEmpty() ? State.READY : State.MISSING,
                "A worker of the zone " + zone,
                unknown
                        ? "The engine does not answer, so nobody knows which workers are connected."
                        : unserved.isEmpty()
                                ? "A worker of the zone " + zone + " asks for work."
                                : "No worker asks for work on " + String.join(", ", unserved) + ".",
                "Workers do the work: without one, a run waits at its first step, and no system can be tested.",
                unknown
                        ? "See why the engine does not answer: /actuator/health says it."
                        : "Start ./gulliver worker in the zone, or let this process have the role workers.");
    }

    private static PreflightCheck secrets(PreflightFacts facts) {
        return either(
                "secrets",
                facts.unreadable().isEmpty(),
                "Secrets that can be read",
                "Every secret that this process needs can be read.",
                String.join(" ", facts.unreadable()),
                "A step that finds no password fails, and the first one may be in the outage.",
                "Write each secret where the settings say, for this user alone (chmod 600).",
                State.MISSING);
    }

    private static PreflightCheck hosts(Installation said) {
        return either(
                "hosts",
                said.hosts() > 0,
                "Hosts of sources and targets",
                said.hosts() == 1 ? "One pattern of hosts is named." : said.hosts() + " patterns of hosts are named.",
                "No host is named.",
                "Export, copy and import run on hosts, over SSH.",
                "Name them below gulliver.landscape.hosts, with user, key and host keys.",
                State.MISSING);
    }

    private static PreflightCheck accounts(Installation said) {
        return either(
                "accounts",
                said.accounts() > 0,
                "Accounts of databases",
                said.accounts() == 1 ? "One account is named." : said.accounts() + " accounts are named.",
                "No account is named.",
                "Discovery, checks and comparison ask the databases themselves.",
                "Name them below gulliver.landscape.databases.credentials.",
                State.MISSING);
    }

    private static PreflightCheck servers(Installation said) {
        return either(
                "servers",
                said.servers() > 0,
                "HMC or z/VM",
                said.servers() == 1 ? "One is named." : said.servers() + " are named.",
                "Neither an HMC nor a z/VM is named.",
                "Targets are built there: a guest or a partition for each database.",
                "Name one below gulliver.landscape.systems, of kind hmc or feilong.",
                State.MISSING);
    }

    private static PreflightCheck storage(Installation said) {
        return either(
                "storage",
                said.storage() > 0,
                "Storage arrays",
                said.storage() == 1 ? "One is named." : said.storage() + " are named.",
                "No array is named.",
                "Volumes of targets are made on arrays; a target whose disks somebody else makes needs none.",
                "Name one below gulliver.landscape.systems, of kind spectrum-virtualize or ds8000.",
                State.ADVISED);
    }

    /**
     * A check that holds or does not.
     *
     * @param some what is seen where it holds
     * @param none what is seen where it does not
     * @param otherwise its state then
     */
    private static PreflightCheck either(
            String key, boolean good, String what, String some, String none, String why, String todo, State otherwise) {
        return new PreflightCheck(key, good ? State.READY : otherwise, what, good ? some : none, why, todo);
    }

    private static PreflightCheck policies(List<ProgramFacts> programs) {
        List<String> silent = programs.stream()
                .filter(program -> !program.policy())
                .map(ProgramFacts::key)
                .toList();
        return new PreflightCheck(
                "policy",
                !programs.isEmpty() && silent.isEmpty() ? State.READY : State.MISSING,
                "A program with its policy",
                programs.isEmpty()
                        ? "There is no program."
                        : silent.isEmpty()
                                ? "Each program has a policy."
                                : "The policy says nothing in " + String.join(", ", silent) + ".",
                "Parameters of playbooks, working hours, limits and sizing come from it; the defaults are nobody's"
                        + " decision.",
                programs.isEmpty()
                        ? "Make one: ./gulliver ctl programs create, or POST /api/v1/programs."
                        : "Write it: ./gulliver ctl programs change, see docs/operations.md, A program's policy.");
    }

    private static PreflightCheck playbooks(List<ProgramFacts> programs) {
        Map<String, Integer> without = new TreeMap<>();
        int databases = 0;
        for (ProgramFacts program : programs) {
            databases += program.databases();
            program.without().forEach((method, count) -> without.merge(method, count, Integer::sum));
        }
        List<String> waiting = without.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .toList();
        return new PreflightCheck(
                "playbooks",
                databases == 0 || !waiting.isEmpty() ? State.MISSING : State.READY,
                "An approved playbook for each method chosen",
                databases == 0
                        ? "No database has a method yet."
                        : waiting.isEmpty()
                                ? "Each method that databases go by has an approved playbook."
                                : "No approved playbook carries " + String.join(", ", waiting)
                                        + "; in brackets the databases that wait for one.",
                "A database can start only by an approved playbook of its method.",
                databases == 0
                        ? "Import the inventory and bring captures, so that methods can be judged."
                        : "Upload and approve a playbook of the method, or choose another method (docs/playbooks.md).");
    }

    private static PreflightCheck backup(PreflightFacts facts) {
        Instant last = facts.backup();
        boolean fresh = last != null && last.isAfter(facts.now().minus(BACKUP));
        return new PreflightCheck(
                "backup",
                fresh ? State.READY : State.MISSING,
                "A backup of the last " + BACKUP.toDays() + " days",
                last == null
                        ? "No backup was made."
                        : "The last backup was made at " + last.truncatedTo(ChronoUnit.SECONDS) + ".",
                "Without store and keys, runs under way cannot be carried on by anybody.",
                "./gulliver backup by a timer, and a restore that somebody tried (docs/backup.md).");
    }

    private static PreflightCheck proof(Installation said) {
        return either(
                "proof",
                said.proofOutside(),
                "Proof that stands outside",
                "Checkpoints of the audit record go to a place outside.",
                "Checkpoints of the audit record stay in the data directory.",
                "Whoever owns the data directory could write the record anew; what stands elsewhere shows it.",
                "Name gulliver.audit.checkpoint-copy, gulliver.audit.syslog or gulliver.audit.webhook.",
                State.ADVISED);
    }
}
