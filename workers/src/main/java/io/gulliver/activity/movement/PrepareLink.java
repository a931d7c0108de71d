package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.ConnectionPurpose;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code movement.prepare-link}: steps NL01, NL02, NL03 and NL06 of {@code docs/domain/data-pump.md}. The link is private to the
 * migration user and logs on at the source as the user of that name there.
 */
final class PrepareLink extends ShortAction {
    private static final String DEFAULT_NAME = "MIG_SRC";
    private static final int SHOWN = 20;
    private static final String ENCRYPTION = "link-encryption";
    private static final String CLEAR_TEXT = "clear text";

    /** The service alone is linked into every connection; its adapter, with the algorithm, serves those that are encrypted. */
    private static final Pattern ADAPTER = Pattern.compile("(?i)encryption service adapter");

    private final Databases databases;

    PrepareLink(Databases databases) {
        super("movement.prepare-link");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String target = rendering.database("");
        String source = rendering.database("source_");
        String user = databases.user(rendering.shown("migration_credential"));
        String link = rendering.shown("link", DEFAULT_NAME);
        rendering
                .says("Would see that no table of " + rendering.shown("schemas") + " at " + source
                        + " has LONG columns and that " + user + " may export there, and make the link " + link + " of "
                        + user + " at " + target + " anew")
                .asks(source, "long-columns", "role-grants")
                .asks(target, "parameter", "database-links")
                .runs(target, "grant-database-link", Map.of("user", user))
                .runs(
                        target,
                        "create-database-link",
                        Map.of(
                                "link",
                                link,
                                "user",
                                user,
                                "descriptor",
                                "(DESCRIPTION=(CONNECT_TIMEOUT=10)(TRANSPORT_CONNECT_TIMEOUT=5)(ADDRESS=(PROTOCOL=TCP)(HOST="
                                        + rendering.shown("source_host")
                                        + ")(PORT=" + rendering.shown("source_port", "1521")
                                        + "))(CONNECT_DATA=(SERVICE_NAME=" + rendering.shown("source_service")
                                        + ")(UR=A)))"))
                .runs(target, "check-database-link", Map.of("link", link))
                .runs(target, ENCRYPTION, Map.of("link", link))
                .check("the link answers; GLOBAL_NAMES is FALSE at the target; an encryption service adapter serves the"
                        + " connection, or people know that rows travel in clear text.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address target = Address.of(call, "");
        Address source = Address.of(call, "source_");
        String credential = inputs.text("migration_credential");
        String user = databases.user(credential);
        String link = inputs.findText("link").orElse(DEFAULT_NAME);
        try (OracleClient client = databases.read(source, context)) {
            demandNoLongs(client, source, inputs.texts("schemas"));
            demandRole(client, source, user);
        }
        try (OracleClient client = databases.change(target, call, context)) {
            demandFreeNames(client, target, link);
            client.execute("grant-database-link", Map.of("user", user));
        }
        String encryption;
        try (OracleClient owner = databases.change(target.as(credential), ConnectionPurpose.DATA_PUMP, call, context)) {
            // Made anew each time: a link that is there may hold an earlier password, and no import uses it yet.
            drop(owner, user, link);
            owner.execute(
                    "create-database-link",
                    Map.of(
                            "link",
                            link,
                            "user",
                            user,
                            "password",
                            databases.password(credential, source.host()),
                            "descriptor",
                            databases.link(source)));
            try {
                owner.execute("check-database-link", Map.of("link", link));
            } catch (OracleException e) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Link " + link + " of " + target.name() + " does not lead to " + source.name() + ": "
                                + e.getMessage(),
                        "From the host of the target the listener of the source must be reached at " + source.host()
                                + ":"
                                + source.port() + ", by that name; then retry the step. The source itself lets " + user
                                + " in from here only when Gulliver made that user there.");
            }
            encryption = encryption(owner, link);
        }
        if (encryption.equals(CLEAR_TEXT) && Boolean.TRUE.equals(call.inputs().get("encrypted"))) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Rows would travel over link " + link + " of " + target.name()
                            + " in clear text: no encryption service" + " adapter serves its connection at "
                            + source.name() + ".",
                    "Set SQLNET.ENCRYPTION_SERVER at the source or SQLNET.ENCRYPTION_CLIENT at the target to REQUIRED in"
                            + " sqlnet.ora, or have the program accept clear text (encrypted_link: false); then retry.");
        }
        return StepResult.done(
                Map.of("link", link, "encryption", encryption),
                "Link " + link + " at " + target.name() + " leads to " + source.name() + "; rows travel: "
                        + encryption);
    }

    /** The adapter of native network encryption that serves the link, or that there is none. */
    private String encryption(OracleClient owner, String link) {
        String sql = databases.statements().require(ENCRYPTION).filled(Map.of("link", link));
        return owner.query(new TableStatements.Generated(ENCRYPTION, sql, List.of()), Map.of()).stream()
                .map(row -> row.findText("NETWORK_SERVICE_BANNER"))
                .filter(banner -> banner != null && ADAPTER.matcher(banner).find())
                .findFirst()
                .orElse(CLEAR_TEXT);
    }

    private static void demandNoLongs(OracleClient client, Address source, List<String> schemas) {
        List<String> columns =
                client.query("long-columns", Map.of("owners", SessionRestriction.owners(schemas))).stream()
                        .map(row -> row.text("OWNER") + "." + row.text("TABLE_NAME") + "." + row.text("COLUMN_NAME")
                                + " (" + row.text("DATA_TYPE") + ")")
                        .toList();
        if (!columns.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    columns.size() + " columns of " + source.name() + " cannot be read over a link (ORA-31679): "
                            + columns.stream().limit(SHOWN).collect(Collectors.joining(", "))
                            + (columns.size() > SHOWN ? ", ..." : "") + ".",
                    "Choose Data Pump with dump files for this database, or have the columns changed to CLOB or BLOB before"
                            + " the night.");
        }
    }

    private static void demandRole(OracleClient client, Address source, String user) {
        String role = DataPumpRoles.export(client.release());
        boolean held = client.query("role-grants").stream()
                .anyMatch(row -> row.text("GRANTEE").equals(user)
                        && row.text("GRANTED_ROLE").equals(role));
        if (!held) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "User " + user + " of " + source.name() + " does not hold " + role
                            + ": the import would end with ORA-39149.",
                    "Retry the step that prepares the source's side, then this one.");
        }
    }

    private static void demandFreeNames(OracleClient client, Address target, String link) {
        String enforced =
                client.queryOne("parameter", Map.of("name", "global_names")).text("VALUE");
        if (enforced.equalsIgnoreCase("TRUE")) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "GLOBAL_NAMES is TRUE at " + target.name() + ": a link named " + link
                            + " would be refused with ORA-02085.",
                    "Run ALTER SYSTEM SET GLOBAL_NAMES = FALSE there until the import is over, then retry the step; set it"
                            + " back afterwards.");
        }
    }

    /** With DB_DOMAIN set the dictionary has the domain behind the name. */
    private static Optional<String> find(OracleClient client, String user, String link) {
        return client.query("database-links").stream()
                .filter(row -> row.text("OWNER").equals(user))
                .map(row -> row.text("DB_LINK"))
                .filter(name -> name.equals(link) || name.startsWith(link + "."))
                .findFirst();
    }

    private static Optional<String> drop(OracleClient owner, String user, String link) {
        Optional<String> there = find(owner, user, link);
        there.ifPresent(name -> owner.execute("drop-database-link", Map.of("link", name)));
        return there;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address target = Address.of(call, "");
        String credential = inputs.text("migration_credential");
        String user = databases.user(credential);
        String link = inputs.findText("link").orElse(DEFAULT_NAME);
        try (OracleClient client = databases.read(target, context)) {
            if (find(client, user, link).isEmpty()) {
                return StepResult.done(Map.of(), "There is no link " + link + " at " + target.name());
            }
        }
        try (OracleClient owner = databases.change(target.as(credential), ConnectionPurpose.DATA_PUMP, call, context)) {
            drop(owner, user, link);
        }
        return StepResult.done(Map.of(), "Dropped link " + link + " at " + target.name());
    }
}
