package io.gulliver.ui;

import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.Right;
import io.gulliver.service.people.AccountService;
import io.gulliver.ui.security.People;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors;
import org.springframework.test.web.servlet.request.RequestPostProcessor;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.support.WebApplicationContextUtils;

/**
 * Somebody who is logged in for a request, with a row in the store that says what may be done: by the short names of the
 * lab's six (PM, DBA, CUTOVER, APPROVER, VIEWER, ADMIN), or by a function.
 */
public final class Someone {
    private static final String KEEPER = "keeper";
    private static final List<String> LAB = List.of("pm", "dba", "cutover", "approver", "viewer", "admin");

    private final String name;

    private Someone(String name) {
        this.name = name;
    }

    public static Someone user(String name) {
        return new Someone(name);
    }

    public RequestPostProcessor roles(String... roles) {
        boolean own = roles.length == 1 && roles[0].toLowerCase(Locale.ROOT).equals(name);
        String known = LAB.contains(name) && !own
                ? "somebody-" + String.join("-", roles).toLowerCase(Locale.ROOT)
                : name;
        List<Account.HeldFunction> functions = new ArrayList<>();
        Right right = Right.READ;
        boolean administrator = false;
        for (String role : roles) {
            Right by = Right.WORK;
            switch (role) {
                case "PM" -> {
                    by = Right.ADMINISTER;
                    functions.add(everywhere(Function.MIGRATION_MANAGER));
                }
                case "CUTOVER" -> {
                    by = Right.DECIDE;
                    functions.add(everywhere(Function.CUTOVER_MANAGER));
                }
                case "VIEWER" -> by = Right.READ;
                case "ADMIN" -> {
                    by = Right.READ;
                    administrator = true;
                    functions.add(everywhere(Function.AUDITOR));
                    functions.add(everywhere(Function.PLAYBOOK_ADMIN));
                }
                default -> functions.add(everywhere(Function.valueOf(role)));
            }
            right = by.covers(right) ? by : right;
        }
        return holding(known, administrator, List.of(new Account.HeldRight(Account.EVERY, right, null)), functions);
    }

    /** Somebody with these rows. */
    public static RequestPostProcessor holding(
            String name, boolean administrator, List<Account.HeldRight> rights, List<Account.HeldFunction> functions) {
        return request -> {
            WebApplicationContext context = Objects.requireNonNull(
                    WebApplicationContextUtils.getWebApplicationContext(request.getServletContext()));
            AccountService accounts = context.getBean(AccountService.class);
            if (!LAB.contains(name)) {
                keep(accounts, name, administrator, rights, functions);
                context.getBean(People.class).changed();
            }
            return SecurityMockMvcRequestPostProcessors.user(name).roles().postProcessRequest(request);
        };
    }

    private static void keep(
            AccountService accounts,
            String name,
            boolean administrator,
            List<Account.HeldRight> rights,
            List<Account.HeldFunction> functions) {
        Optional<Account> before = accounts.find(name);
        Account wanted = account(
                name,
                administrator,
                rights,
                functions.stream().distinct().toList(),
                before.map(Account::version).orElse(0L));
        if (before.isPresent()
                && before.get().administrator()
                && !administrator
                && accounts.find(KEEPER).isEmpty()) {
            // the last administrator stays one
            accounts.add(account(KEEPER, true, List.of(), List.of(), 0), "admin");
        }
        if (before.isEmpty()) {
            accounts.add(wanted, "admin");
        } else if (!Arrays.asList(
                        before.get().administrator(),
                        before.get().rights(),
                        List.copyOf(before.get().functions()))
                .equals(Arrays.asList(administrator, rights, wanted.functions()))) {
            accounts.change(wanted, "admin");
        }
    }

    private static Account account(
            String name,
            boolean administrator,
            List<Account.HeldRight> rights,
            List<Account.HeldFunction> functions,
            long version) {
        return new Account(
                name,
                name,
                null,
                Account.LOCAL,
                Account.folded(name),
                administrator,
                null,
                null,
                rights,
                functions,
                List.of(),
                version);
    }

    private static Account.HeldFunction everywhere(Function function) {
        return new Account.HeldFunction(Account.EVERY, function, null);
    }
}
