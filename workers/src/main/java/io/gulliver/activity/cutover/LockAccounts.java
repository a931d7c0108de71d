package io.gulliver.activity.cutover;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.AccountLocks;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;

/** {@code cutover.lock-accounts}: the part of a copy's fence that outlives a restart, as soon as its accounts are there. */
final class LockAccounts extends ShortAction {
    private final Databases databases;

    LockAccounts(Databases databases) {
        super("cutover.lock-accounts");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would lock what is open of the accounts " + rendering.shown("schemas") + " at " + where)
                .asks(where, "account-states")
                .forms(where, "account that is open", "lock-account")
                .asksForLines(where, "account-lock-statements")
                .check("run each line that is printed; none is when the import brought the accounts locked.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            List<String> locked = AccountLocks.lock(client, Inputs.of(call).texts("schemas"));
            return StepResult.done(Map.of("locked", locked), "Locked at " + address.name() + ": " + locked);
        }
    }
}
