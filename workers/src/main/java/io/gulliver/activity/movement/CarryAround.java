package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.AccountLocks;
import io.gulliver.activity.systems.Accounts;
import io.gulliver.activity.systems.AuditSettings;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.ProxyRight;
import io.gulliver.activity.systems.PublicRights;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleName;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.assessment.crossing.CarryOver;
import io.gulliver.assessment.crossing.CarryOver.Kind;
import io.gulliver.assessment.crossing.CarryOver.Things;
import io.gulliver.assessment.crossing.PasswordVersions;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code movement.carry-around}: steps DP07 and DP10 of {@code docs/domain/data-pump.md}; what lies around the schemas and no
 * export by schema has. Contexts, directories and classes of jobs are made, before the load, for an import fails by the lack
 * of a class; what only a person can make, because it has a secret or is code of SYS, is listed.
 */
final class CarryAround extends FromSourceJob {
    /** First words of a part, by which an undo knows what was made. */
    private static final Map<String, List<String>> MADE = new TreeMap<>(Map.of(
            "context ", List.of("drop-context", "context"),
            "directory ", List.of("drop-directory", "directory"),
            "job class ", List.of("drop-job-class", "class")));

    /** Kinds of DBA_OBJECTS that follow from others, or are read from a view of their own. */
    private static final Set<String> NOT_BY_THEMSELVES =
            Set.of("INDEX", "LOB", "CONTEXT", "DIRECTORY", "JOB CLASS", "PACKAGE BODY", "TYPE BODY", "CREDENTIAL");

    /** Accounts that another than the database lets in: AUTHENTICATION_TYPE of DBA_USERS. */
    private static final Set<String> EXTERNAL = Set.of("EXTERNAL", "GLOBAL");

    private static final int FIRST_MARKED = 12;

    /** Lists for access to the network, and credentials of the scheduler, came with 11.1. */
    private static final int FIRST_LISTS = 11;

    /** Plan baselines came with 11.1. */
    private static final int FIRST_PLANS = 11;

    private static final String PLANS = "of the database";

    /** Stands for whatever somebody made in SYS and SYSTEM, where no mark tells it from what is Oracle's own. */
    private static final String UNMARKED = "of SYS and SYSTEM";

    /** Stands for unified policies, where the login may not read them. */
    private static final String UNSEEN = "that this login cannot see";

    private static final Set<String> LOOKED_AT = Set.of(UNMARKED, UNSEEN);

    /** So many of a list are read. */
    private static final int ACL_CHARACTERS = 1000;

    /** XML DB Developer's Guide, Repository Access Control: lists that come with it. */
    private static final Set<String> SHIPPED_ACLS = Set.of(
            "/sys/acls/all_all_acl.xml",
            "/sys/acls/all_owner_acl.xml",
            "/sys/acls/bootstrap_acl.xml",
            "/sys/acls/ro_all_acl.xml",
            "/sys/acls/ro_anonymous_acl.xml");

    private static final int NO_SUCH_TABLE = 942;

    private static final String BY_AGE = "system-objects-11";

    CarryAround(Systems systems, Databases databases) {
        super("movement.carry-around", "around", MADE, systems, databases);
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would make at " + where + " the contexts, directories and classes of jobs of "
                        + rendering.database("source_")
                        + " that are missing there, and list what else lies around the schemas: credentials, links, rights in"
                        + " the network, resource plans, plan baselines, users of the password file, and what somebody made"
                        + " in SYS and SYSTEM")
                .asksBoth("contexts", "job-classes", "directories", "database-links", "network-acls-12", "credentials")
                .asksBoth("made-in-system", "users", "plan-baselines", "password-file-users", "public-rights")
                .asksBoth("proxies", "audit-policies", "audit-enabled-policies", "audit-options", "audited-objects")
                .asksBoth("fine-grained-policies", "fine-grained-columns", "xml-db-acl-texts", "xml-db-acls")
                .asks(rendering.database("source_"), BY_AGE);
        if (Boolean.TRUE.equals(call.inputs().get("complete"))) {
            rendering.copies(List.of("network-right-statements"), Map.of());
            rendering.check(
                    "nothing is missing at the target, or what is stands in the program's list of what stays behind.");
            return;
        }
        rendering
                .forms(where, "context", "create-context", "create-context-as")
                .forms(where, "directory", "create-directory")
                .forms(where, "class of jobs", "create-job-class")
                .copies(
                        List.of("context-statements", "directory-statements", "job-class-statements"),
                        Map.of("staging", rendering.shown("directory", "MIG_DP")))
                .check(
                        "each context, directory and class of jobs stands at the target as at the source; what PUBLIC may is the"
                                + " same on what both have, given or taken AS SYSDBA, or the difference has a reason.");
    }

    /** What is there of both, and the statements that make what is missing. */
    private record Around(CarryOver list, List<Part> parts) {}

    private Around around(StepCall call, OracleClient source, OracleClient target) {
        Inputs inputs = Inputs.of(call);
        List<String> leftBehind = inputs.given("left_behind") ? inputs.texts("left_behind") : List.of();
        String owners = SessionRestriction.owners(inputs.texts("schemas"));
        Accounts accounts = Accounts.of(source, databases.ownUsers());
        Set<String> grantees = accounts.grantees();
        Things here = things(source, owners, grantees, true);
        Things there = things(target, owners, grantees, false);
        if (!marked(source)) {
            here.add(
                    Kind.SYSTEM_OBJECT,
                    UNMARKED,
                    "release " + source.release()
                            + " does not mark what is Oracle's own: look there for what somebody made, the"
                            + " newest first, by "
                            + databases.statements().require(BY_AGE).text().replaceAll("\\s+", " "));
        }
        passwords(source, owners, inputs.findTextsByName("accounts"), here);
        newPasswords(target, there);
        proxies(source, target, accounts.users().keySet(), here, there);
        audit(source, target, owners, here, there);
        publicRights(PublicRights.between(source, target, inputs.texts("schemas")), here);
        plans(source, target, here, there);
        CarryOver list = CarryOver.of(here, there, leftBehind);
        Set<String> missing =
                list.open().stream().map(CarryOver.Entry::key).collect(Collectors.toCollection(TreeSet::new));
        List<Part> parts = new ArrayList<>();
        for (OracleRow row : source.query("contexts", Map.of("owners", owners))) {
            String how = row.text("TYPE");
            Map<String, String> slots = new TreeMap<>(Map.of(
                    "context", row.text("NAMESPACE"), "owner", row.text("OWNER"), "package", row.text("PACKAGE")));
            boolean plain = how.equals("ACCESSED LOCALLY");
            if (!plain) {
                slots.put("how", how);
            }
            part(
                    parts,
                    missing,
                    "context " + row.text("NAMESPACE"),
                    plain ? "create-context" : "create-context-as",
                    slots);
        }
        for (OracleRow row : source.query("directories")) {
            part(
                    parts,
                    missing,
                    "directory " + row.text("DIRECTORY_NAME"),
                    "create-directory",
                    Map.of("directory", row.text("DIRECTORY_NAME"), "path", row.text("DIRECTORY_PATH")));
        }
        for (OracleRow row : source.query("job-classes", Map.of("owners", owners))) {
            part(
                    parts,
                    missing,
                    "job class " + row.text("JOB_CLASS_NAME"),
                    "create-job-class",
                    Map.of(
                            "class",
                            row.text("JOB_CLASS_NAME"),
                            "logging",
                            "LOGGING_" + row.text("LOGGING_LEVEL").replace(' ', '_'),
                            "history",
                            row.findNumber("LOG_HISTORY") == null
                                    ? "NULL"
                                    : row.number("LOG_HISTORY").toPlainString(),
                            "comments",
                            row.findText("COMMENTS") == null ? "" : row.text("COMMENTS")));
        }
        return new Around(list, parts);
    }

    private static void part(
            List<Part> parts, Set<String> missing, String key, String statement, Map<String, String> slots) {
        if (missing.contains(key)
                && parts.stream().noneMatch(part -> part.words().equals(key))) {
            parts.add(new Part(key, statement, slots));
        }
    }

    private static boolean marked(OracleClient client) {
        return OracleRelease.of(client.release()).atLeast(FIRST_MARKED, 1);
    }

    /**
     * What lies around the schemas of one database.
     *
     * @param wanted of the source only what it needs; of the target whatever has the name
     */
    private static Things things(OracleClient client, String owners, Set<String> grantees, boolean wanted) {
        Things things = new Things();
        client.query("contexts", Map.of("owners", owners))
                .forEach(row -> things.add(
                        Kind.CONTEXT,
                        row.text("NAMESPACE"),
                        "by " + row.text("OWNER") + "." + row.text("PACKAGE") + ", " + row.text("TYPE")));
        client.query("directories").stream()
                .filter(row -> !wanted || !ofOracle(row.text("DIRECTORY_NAME")))
                .forEach(row -> things.add(Kind.DIRECTORY, row.text("DIRECTORY_NAME"), row.text("DIRECTORY_PATH")));
        if (wanted) {
            client.query("job-classes", Map.of("owners", owners)).forEach(row -> {
                String group = row.findText("RESOURCE_CONSUMER_GROUP");
                String service = row.findText("SERVICE");
                boolean plain = group == null && service == null;
                things.add(
                        plain ? Kind.JOB_CLASS : Kind.JOB_CLASS_OF_A_GROUP,
                        row.text("JOB_CLASS_NAME"),
                        plain ? "" : "consumer group " + group + ", service " + service);
            });
        } else {
            for (Kind kind : List.of(Kind.JOB_CLASS, Kind.JOB_CLASS_OF_A_GROUP)) {
                client.query("all-job-classes").forEach(row -> things.add(kind, row.text("JOB_CLASS_NAME"), ""));
            }
        }
        client.query("database-links").forEach(row -> {
            String owner = row.text("OWNER");
            boolean open = owner.equals(Accounts.PUBLIC);
            if (open || owners.contains("," + owner + ",")) {
                things.add(
                        open ? Kind.PUBLIC_LINK : Kind.LINK,
                        owner + "." + row.text("DB_LINK"),
                        "as " + row.findText("USERNAME") + " to " + row.findText("HOST")
                                + ": its password is asked of a person");
            }
        });
        client.query("users").stream()
                .filter(row -> grantees.contains(row.text("USERNAME")))
                .filter(row -> EXTERNAL.contains(String.valueOf(row.findText("AUTHENTICATION_TYPE"))))
                .forEach(row -> things.add(
                        Kind.EXTERNAL_ACCOUNT,
                        row.text("USERNAME"),
                        "authenticated " + row.text("AUTHENTICATION_TYPE") + ": what checks it is set up by a person",
                        row.text("AUTHENTICATION_TYPE")));
        client.query("password-file-users").stream()
                .filter(row -> !row.text("USERNAME").equals("SYS"))
                .forEach(row -> things.add(
                        Kind.PASSWORD_FILE_USER,
                        row.text("USERNAME"),
                        Stream.of("SYSDBA", "SYSOPER")
                                .filter(right -> "TRUE".equals(row.findText(right)))
                                .collect(Collectors.joining(" and "))));
        network(client, owners, grantees, wanted, things);
        xmlDb(client, things);
        if (marked(client)) {
            client.query("made-in-system").forEach(row -> {
                String type = row.text("OBJECT_TYPE");
                if (!NOT_BY_THEMSELVES.contains(type) && !type.endsWith("PARTITION")) {
                    things.add(kind(type), row.text("OWNER") + " " + type + " " + row.text("OBJECT_NAME"), "");
                }
            });
        }
        return things;
    }

    /**
     * Credentials, and who may reach which host; of 10.2, which asks nobody, whose code does (Database Upgrade Guide, <i>Evaluate
     * Dependencies and Add ACLs for Network Utility Packages</i>).
     *
     * @param wanted as {@link #things} says
     */
    private static void network(
            OracleClient client, String owners, Set<String> grantees, boolean wanted, Things things) {
        boolean lists = OracleRelease.of(client.release()).atLeast(FIRST_LISTS, 1);
        if (!lists) {
            client.query("network-callers", Map.of("owners", owners))
                    .forEach(row -> things.add(
                            Kind.NETWORK_CALLER,
                            row.text("OWNER"),
                            "its code calls " + row.text("REFERENCED_NAME") + " or the like: from 11.1 on it ends with"
                                    + " ORA-24247 until DBMS_NETWORK_ACL_ADMIN gives " + row.text("OWNER")
                                    + " its hosts"));
            return;
        }
        client.query(marked(client) ? "credentials" : "credentials-11", Map.of("owners", owners))
                .forEach(row -> things.add(
                        Kind.CREDENTIAL,
                        row.text("OWNER") + "." + row.text("CREDENTIAL_NAME"),
                        "as " + row.findText("USERNAME") + ": its password is asked of a person"));
        if (marked(client)) {
            client.query("network-acls-12")
                    .forEach(row ->
                            networkRight(row, row.text("PRINCIPAL"), row.text("PRIVILEGE"), grantees, wanted, things));
            return;
        }
        List<OracleRow> rights = client.query("network-acl-privileges");
        for (OracleRow host : client.query("network-acls")) {
            rights.stream()
                    .filter(right -> host.text("ACL").equals(right.findText("ACL"))
                            && "true".equalsIgnoreCase(right.findText("IS_GRANT")))
                    .forEach(right -> networkRight(
                            host, right.text("PRINCIPAL"), right.text("PRIVILEGE"), grantees, wanted, things));
        }
    }

    /** Access lists of the repository of XML DB; those of 11 that are for the network are rights there, and no entries of their own. */
    private static void xmlDb(OracleClient client, Things things) {
        List<OracleRow> lists;
        try {
            lists = listed(client);
        } catch (OracleException e) {
            if (e.code() != NO_SUCH_TABLE) {
                throw e;
            }
            return; // XML DB is not installed, which it need not be before 12.1
        }
        Set<String> network = OracleRelease.of(client.release()).atLeast(FIRST_LISTS, 1) && !marked(client)
                ? client.query("network-acls").stream()
                        .map(row -> String.valueOf(row.findText("ACL")))
                        .collect(Collectors.toSet())
                : Set.of();
        for (OracleRow row : lists) {
            String path = row.text("ANY_PATH");
            if (!SHIPPED_ACLS.contains(path) && !network.contains(path)) {
                String text = row.values().containsKey("ACL_TEXT") ? row.findText("ACL_TEXT") : null;
                things.add(
                        Kind.XML_DB_ACL,
                        path,
                        "protects files and folders of the repository of XML DB, which no export by schema has: both are made"
                                + " there by a person"
                                + (text == null
                                        ? ""
                                        : "; it says " + text.strip().replaceAll("\\s+", " ")
                                                + (text.length() < ACL_CHARACTERS ? "" : "…")));
            }
        }
    }

    /** With what they say, or by their paths alone where one of them may not be read. */
    private static List<OracleRow> listed(OracleClient client) {
        try {
            return client.query("xml-db-acl-texts");
        } catch (OracleException e) {
            if (e.connectionLost()) {
                throw e;
            }
            return client.query("xml-db-acls");
        }
    }

    private static void networkRight(
            OracleRow host, String principal, String privilege, Set<String> grantees, boolean wanted, Things things) {
        if (grantees.contains(principal)) {
            things.add(
                    Kind.NETWORK_RIGHT,
                    principal + " " + privilege.toUpperCase(Locale.ROOT) + " " + host.text("HOST") + ports(host),
                    given(host, principal, privilege));
            if (!wanted) {
                things.add(Kind.NETWORK_CALLER, principal, "");
            }
        }
    }

    /** The call that gives a right in the network, once its user is there; it makes the list for the host where none is. */
    private static String given(OracleRow host, String principal, String privilege) {
        return "EXECUTE DBMS_NETWORK_ACL_ADMIN.APPEND_HOST_ACE(host => " + OracleName.literal(host.text("HOST"))
                + (host.findNumber("LOWER_PORT") == null
                        ? ""
                        : ", lower_port => " + host.number("LOWER_PORT") + ", upper_port => "
                                + host.number(host.findNumber("UPPER_PORT") == null ? "LOWER_PORT" : "UPPER_PORT"))
                + ", ace => xs$ace_type(privilege_list => xs$name_list("
                + OracleName.literal(privilege.toLowerCase(Locale.ROOT)) + "), principal_name => "
                + OracleName.literal(principal) + ", principal_type => xs_acl.ptype_db))";
    }

    /** Accounts that are open, or were before the fence, and whose password a server of 12.2 and later refuses. */
    private static void passwords(OracleClient source, String owners, Map<String, String> before, Things things) {
        for (OracleRow row : source.query("users")) {
            String user = row.text("USERNAME");
            if (owners.contains("," + user + ",")
                    && !AccountLocks.locked(before.getOrDefault(user, row.text("ACCOUNT_STATUS")))
                    && PasswordVersions.byPassword(row.findText("AUTHENTICATION_TYPE"))
                    && !PasswordVersions.accepted(row.findText("PASSWORD_VERSIONS"))) {
                things.add(
                        Kind.PASSWORD,
                        user,
                        "kept as 10G alone, which a server of 12.2 and later refuses unless"
                                + " SQLNET.ALLOWED_LOGON_VERSION_SERVER is lowered there: a new one is asked of its owner");
            }
        }
    }

    /** Who may connect as whom; what a step can give comes with those rights that no export has, after the load. */
    private void proxies(OracleClient source, OracleClient target, Set<String> users, Things here, Things there) {
        Set<String> ours = databases.ownUsers();
        ProxyRight.of(source, users, ours)
                .forEach((name, proxy) -> here.add(
                        proxy.canBeGiven(users) ? Kind.PROXY : Kind.OTHER_PROXY, name, proxy.told(), proxy.words()));
        ProxyRight.of(target, users, ours).forEach((name, proxy) -> {
            for (Kind kind : List.of(Kind.PROXY, Kind.OTHER_PROXY)) {
                there.add(kind, name, proxy.words(), proxy.words());
            }
        });
    }

    /** What is audited; a target of 23 takes no new options of traditional auditing. */
    private void audit(OracleClient source, OracleClient target, String owners, Things here, Things there) {
        boolean traditional = !OracleRelease.of(target.release()).atLeast(AuditSettings.LAST_TRADITIONAL + 1, 0);
        AuditSettings before = AuditSettings.of(source, owners, databases.ownUsers());
        AuditSettings after = AuditSettings.of(target, owners, databases.ownUsers());
        for (Kind kind : AuditSettings.KINDS) {
            boolean refused = !traditional && (kind == Kind.AUDIT_OPTIONS || kind == Kind.AUDITED_OBJECT);
            before.of(kind)
                    .forEach((name, setting) -> here.add(
                            kind,
                            name,
                            setting.statement()
                                    + (refused
                                            ? "; release " + target.release()
                                                    + " takes no such statement (ORA-46401), a unified policy does it there"
                                            : ""),
                            setting.value()));
            after.of(kind).forEach((name, setting) -> there.add(kind, name, setting.statement(), setting.value()));
        }
        before.of(Kind.AUDIT_HANDLER).forEach((name, setting) -> {
            String[] code = name.split("\\.");
            // Before the load no policy is there that would tell of it.
            if (target.query("object-there", Map.of("owner", code[0], "object", code[1]))
                            .get(0)
                            .number("OBJECTS")
                            .signum()
                    > 0) {
                there.add(Kind.AUDIT_HANDLER, name, setting.statement());
            }
        });
        if (!before.seen() || !after.seen()) {
            here.add(
                    Kind.AUDIT_POLICY,
                    UNSEEN,
                    "AUDIT_VIEWER is missing at the " + (before.seen() ? "target" : "source")
                            + ": look there yourself, in AUDIT_UNIFIED_POLICIES and AUDIT_UNIFIED_ENABLED_POLICIES");
        }
    }

    /** What everybody may beside the applications' own; who gave or took it, a release or somebody, nothing tells. */
    private static void publicRights(PublicRights rights, Things things) {
        rights.lost().forEach(right -> things.add(Kind.PUBLIC_RIGHT, right.words(), rights.given(right)));
        rights.more()
                .forEach(right -> things.add(
                        Kind.PUBLIC_RIGHT_MORE, right.words(), "the source has it not: " + rights.taken(right)));
    }

    /** Plans that are held fast cross together, and have crossed when the target has each of them. */
    private static void plans(OracleClient source, OracleClient target, Things here, Things there) {
        Set<String> wanted = plans(source);
        if (!wanted.isEmpty()) {
            here.add(Kind.PLAN_BASELINES, PLANS, wanted.size() + " plans, by a staging table of DBMS_SPM");
            if (plans(target).containsAll(wanted)) {
                there.add(Kind.PLAN_BASELINES, PLANS, "");
            }
        }
    }

    /** Accounts of the target that can log on there. */
    private static void newPasswords(OracleClient target, Things things) {
        target.query("users").stream()
                .filter(row -> !PasswordVersions.byPassword(row.findText("AUTHENTICATION_TYPE"))
                        || PasswordVersions.accepted(row.findText("PASSWORD_VERSIONS")))
                .forEach(row -> things.add(Kind.PASSWORD, row.text("USERNAME"), ""));
    }

    private static Set<String> plans(OracleClient client) {
        return OracleRelease.of(client.release()).atLeast(FIRST_PLANS, 1)
                ? client.query("plan-baselines").stream()
                        .map(row -> row.text("SQL_HANDLE") + " " + row.text("PLAN_NAME"))
                        .collect(Collectors.toCollection(TreeSet::new))
                : Set.of();
    }

    private static String ports(OracleRow row) {
        return row.findNumber("LOWER_PORT") == null
                ? ""
                : ":" + row.number("LOWER_PORT") + "-" + row.findNumber("UPPER_PORT");
    }

    private static Kind kind(String type) {
        return switch (type) {
            case "RESOURCE PLAN" -> Kind.RESOURCE_PLAN;
            case "CONSUMER GROUP" -> Kind.CONSUMER_GROUP;
            case "WINDOW" -> Kind.WINDOW;
            case "TRIGGER" -> Kind.SYSTEM_TRIGGER;
            default -> Kind.SYSTEM_OBJECT;
        };
    }

    /** Directories that an installation makes for itself, by the names that it gives them, and ours. */
    private static boolean ofOracle(String directory) {
        return directory.startsWith("ORACLE_")
                || directory.startsWith("OPATCH_")
                || directory.startsWith("XML")
                || Set.of(
                                "DATA_PUMP_DIR",
                                "MIG_DP",
                                "DBMS_OPTIM_LOGDIR",
                                "DBMS_OPTIM_ADMINDIR",
                                "SDO_DIR_ADMIN",
                                "SDO_DIR_WORK",
                                "XSDDIR",
                                "JAVA$JOX$CUJS$DIRECTORY$")
                        .contains(directory);
    }

    @Override
    List<Part> lacking(StepCall call, OracleClient source, OracleClient target) {
        return around(call, source, target).parts();
    }

    @Override
    StepResult seen(StepCall call, OracleClient source, OracleClient target, StepContext context) {
        Around around = around(call, source, target);
        List<String> lines = new ArrayList<>(
                around.list().entries().stream().map(CarryOver.Entry::line).toList());
        around.list()
                .unread()
                .forEach(line -> lines.add("The program's list of what stays behind says \"" + line
                        + "\", which names nothing of the source or gives no reason"));
        List<EvidenceRef> kept = List.of(context.evidence("carry-over.txt", "list", String.join("\n", lines) + "\n"));
        // What comes with the load is not missed before it.
        boolean complete = Boolean.TRUE.equals(call.inputs().get("complete"));
        List<String> left = around.list().open().stream()
                // Whoever did the task before the load has looked; nothing that is seen at the target tells it.
                .filter(entry ->
                        complete ? !LOOKED_AT.contains(entry.name()) : entry.decision() == CarryOver.Decision.PERSON)
                .map(CarryOver.Entry::line)
                .toList();
        if (complete && !left.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "On " + Address.of(call, "").name() + " " + left.size()
                            + " things of the carry-over list are open: " + String.join("; ", left) + ".",
                    "Make them there, or name what stays behind with its reason in the program's list of that, as"
                            + " \"credential SHOP.MAIL: mails go by another server\"; then retry.");
        }
        return new StepResult(
                true,
                Map.of(
                        "entries",
                        lines,
                        "left",
                        left,
                        "warned",
                        around.list().warnings().stream()
                                .map(CarryOver.Entry::line)
                                .toList()),
                null,
                null,
                kept,
                lines.size() + " things lie around the schemas; open for a person: " + left.size());
    }

    @Override
    Set<String> there(StepCall call, OracleClient target) {
        String owners = SessionRestriction.owners(Inputs.of(call).texts("schemas"));
        Set<String> there = new TreeSet<>();
        target.query("contexts", Map.of("owners", owners))
                .forEach(row -> there.add("context " + row.text("NAMESPACE")));
        target.query("directories").forEach(row -> there.add("directory " + row.text("DIRECTORY_NAME")));
        target.query("all-job-classes").forEach(row -> there.add("job class " + row.text("JOB_CLASS_NAME")));
        return there;
    }
}
