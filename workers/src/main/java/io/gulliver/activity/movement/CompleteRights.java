package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Accounts;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.ObjectRight;
import io.gulliver.activity.systems.ProxyRight;
import io.gulliver.activity.systems.PublicSynonym;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code movement.complete-rights}: step DP10 of {@code docs/domain/data-pump.md}; public synonyms that
 * somebody made, of what has crossed, of objects of SYS and over links, rights on what has crossed that an export by schema
 * leaves behind, those that somebody else than the owner granted, and who may connect as whom.
 */
final class CompleteRights extends SqlPlusJob {
    private static final String SYNONYM = "public synonym ";

    CompleteRights(Systems systems, Databases databases) {
        super("movement.complete-rights", "rights", "statements", systems, databases);
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would give at " + where + " the public synonyms of " + rendering.shown("schemas")
                        + ", of objects of SYS and over links, the rights on their objects that "
                        + rendering.database("source_")
                        + " has and the import left out, and who may connect as whom")
                .asksBoth("rights-on-objects", "public-synonyms", "proxies")
                .forms(
                        where,
                        "public synonym",
                        "create-public-synonym",
                        "create-public-synonym-to-link",
                        "create-public-synonym-over-link")
                .forms(where, "right", "grant-object", "grant-object-option")
                .forms(where, "proxy", "grant-proxy", "grant-proxy-no-roles", "grant-proxy-roles")
                .copies(List.of("public-synonym-statements", "object-right-statements", "proxy-statements"), Map.of())
                .check(
                        "each right on an object of these accounts, and each public synonym of one, stands at the target, and each"
                                + " that somebody made of an object of SYS (CREATE PUBLIC SYNONYM); who may connect as whom is"
                                + " the same (DBA_PROXIES).");
    }

    @Override
    List<Part> parts(StepCall call, OracleClient client, StepContext context) {
        String owners = SessionRestriction.owners(Inputs.of(call).texts("schemas"));
        List<Part> parts = new ArrayList<>();
        try (OracleClient source = databases.read(Address.of(call, "source_"), context)) {
            Map<String, PublicSynonym> there = PublicSynonym.of(client);
            PublicSynonym.crossing(source, client, there, Inputs.of(call).texts("schemas"))
                    .forEach((name, synonym) -> {
                        if (!there.containsKey(name)) {
                            parts.add(new Part(SYNONYM + name, synonym.statement(), synonym.slots()));
                        }
                    });
            Accounts accounts = Accounts.of(source, databases.ownUsers());
            Set<String> users = accounts.users().keySet();
            Map<String, ProxyRight> given = ProxyRight.of(client, users, databases.ownUsers());
            ProxyRight.of(source, users, databases.ownUsers()).forEach((name, proxy) -> {
                if (proxy.canBeGiven(users) && !proxy.equals(given.get(name))) {
                    parts.add(new Part("proxy " + name, proxy.statement(), proxy.slots()));
                }
            });
            Set<String> grantees = accounts.grantees();
            for (ObjectRight right : ObjectRight.missing(source, client, "rights-on-objects", owners)) {
                if (grantees.contains(right.grantee())) {
                    parts.add(new Part(
                            right.privilege() + " on " + right.owner() + "." + right.object() + " to "
                                    + right.grantee(),
                            right.grantable() ? "grant-object-option" : "grant-object",
                            Map.of(
                                    "privilege",
                                    right.privilege(),
                                    "owner",
                                    right.owner(),
                                    "object",
                                    right.object(),
                                    "user",
                                    right.grantee())));
                }
            }
        }
        return parts;
    }

    @Override
    StepResult seen(StepCall call, OracleClient client, StepContext context) {
        List<String> left =
                parts(call, client, context).stream().map(Part::words).toList();
        return StepResult.done(
                Map.of("left", left),
                left.isEmpty() ? "Rights and public synonyms are as at the source" : "Still missing: " + left);
    }

    /** Rights go with the objects; public synonyms stay, so those of this step are dropped. */
    @Override
    public StepResult undo(StepCall call, StepContext context) {
        List<String> done = done(call);
        clear(call, context);
        List<String> gone = new ArrayList<>();
        try (OracleClient client = databases.change(Address.of(call, ""), call, context)) {
            Set<String> there = PublicSynonym.of(client).keySet();
            for (String words : done) {
                if (words.startsWith(SYNONYM) && there.contains(words.substring(SYNONYM.length()))) {
                    client.execute("drop-public-synonym", Map.of("synonym", words.substring(SYNONYM.length())));
                    gone.add(words);
                }
            }
        }
        return StepResult.done(Map.of(), "Dropped " + gone);
    }
}
