package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Accounts of applications, locked and opened again; a lock holds over a restart. ACCOUNT_STATUS as the Database Reference
 * has it of USER_USERS (12.2): OPEN, EXPIRED, EXPIRED(GRACE), each of them LOCKED or LOCKED(TIMED) too. A timed lock is that
 * of failed logons, which opens when PASSWORD_LOCK_TIME has passed: no lock to rely on. No statement makes it, nor a time
 * of grace, in which one logs on still.
 */
public final class AccountLocks {
    private AccountLocks() {}

    /** Status of these accounts as it is now, by name; who does not exist is left out. */
    public static SortedMap<String, String> states(OracleClient client, Collection<String> accounts) {
        SortedMap<String, String> states = new TreeMap<>();
        client.query("account-states").stream()
                .filter(row -> accounts.contains(row.text("USERNAME")))
                .forEach(row -> states.put(row.text("USERNAME"), row.text("ACCOUNT_STATUS")));
        return states;
    }

    /** Whether an account of this status keeps everybody out until somebody opens it; a timed lock does not. */
    public static boolean locked(String status) {
        return status.endsWith("LOCKED");
    }

    /** What statements can make of this status: open or locked, and whether the password is expired. */
    public static String made(String status) {
        return expired(status) ? locked(status) ? "EXPIRED & LOCKED" : "EXPIRED" : locked(status) ? "LOCKED" : "OPEN";
    }

    /** The same once the account is locked. */
    public static String whenLocked(String status) {
        return expired(status) ? "EXPIRED & LOCKED" : "LOCKED";
    }

    private static boolean expired(String status) {
        return status.startsWith("EXPIRED") && !status.startsWith("EXPIRED(GRACE)");
    }

    /** Those of these accounts that are open, each with its status. */
    public static List<String> open(OracleClient client, Collection<String> accounts) {
        return states(client, accounts).entrySet().stream()
                .filter(one -> !locked(one.getValue()))
                .map(one -> one.getKey() + " is " + one.getValue())
                .toList();
    }

    /** Locks those of these accounts that are not locked; answers them. */
    public static List<String> lock(OracleClient client, Collection<String> accounts) {
        List<String> locked = new ArrayList<>();
        states(client, accounts).forEach((account, status) -> {
            if (!locked(status)) {
                client.execute("lock-account", Map.of("user", account));
                locked.add(account);
            }
        });
        return locked;
    }

    /** Whether one of these accounts is locked now and was not before. */
    public static boolean awaitUnlock(OracleClient client, SortedMap<String, String> before) {
        return states(client, before.keySet()).entrySet().stream()
                .anyMatch(now -> locked(now.getValue()) && !locked(before.get(now.getKey())));
    }

    /** Opens those accounts that are locked now and were not before; answers them. */
    public static List<String> unlock(OracleClient client, SortedMap<String, String> before) {
        List<String> opened = new ArrayList<>();
        states(client, before.keySet()).forEach((account, status) -> {
            if (locked(status) && !locked(before.get(account))) {
                client.execute("unlock-account", Map.of("user", account));
                opened.add(account);
            }
        });
        return opened;
    }
}
