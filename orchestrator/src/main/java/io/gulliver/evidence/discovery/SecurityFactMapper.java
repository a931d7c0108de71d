package io.gulliver.evidence.discovery;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Users, rights, policies and what else protects or steers the database (D66 to D69, D72, D73 of
 * {@code docs/domain/discovery.md}).
 */
final class SecurityFactMapper {
    /** A list of facts is read by people; more of them than this are no list. */
    private static final int MOST_PLANS = 500;

    private SecurityFactMapper() {}

    static void read(QueryResults answers, DiscoveredFacts facts) {
        users(answers, facts);
        rights(answers, facts);
        network(answers, facts);
        policies(answers, facts);
        plans(answers, facts);
    }

    private static void users(QueryResults answers, DiscoveredFacts facts) {
        if (!answers.has("users") || !answers.has("owners")) {
            return;
        }
        SortedSet<String> known = new TreeSet<>(answers.values("owners", "USERNAME"));
        List<AnswerRow> people = answers.of("users").stream()
                .filter(row -> known.contains(row.text("USERNAME")))
                .toList();
        facts.add("users", people.size(), "D66");
        facts.add(
                "locked_users",
                (int) people.stream()
                        .filter(row -> row.upper("ACCOUNT_STATUS").contains("LOCKED"))
                        .count(),
                "D66");
        boolean told = people.stream().anyMatch(row -> row.find("PASSWORD_VERSIONS") != null);
        boolean tenOnly = answers.of("instances").stream()
                .anyMatch(row -> row.text("VERSION").startsWith("10."));
        if (told || tenOnly) {
            facts.add(
                    "old_verifiers",
                    tenOnly && !people.isEmpty() || people.stream().anyMatch(row -> row.is("PASSWORD_VERSIONS", "10G")),
                    "D66");
        } else if (people.isEmpty()) {
            facts.add("old_verifiers", false, "D66");
        }
    }

    private static void rights(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("roles")) {
            facts.add("roles", answers.of("roles").size(), "D67");
        }
        if (answers.has("application-roles")) {
            facts.add("application_roles", answers.values("application-roles", "ROLE"), "D67");
        }
        if (answers.has("synonyms")) {
            facts.add(
                    "public_synonyms",
                    (int) answers.of("synonyms").stream()
                            .filter(row -> row.is("OWNER", "PUBLIC"))
                            .count(),
                    "D67");
        }
        if (answers.has("object-grants")) {
            // Neither what users hold nor what their roles hold on objects of SYS is exported.
            facts.add(
                    "sys_grants",
                    answers.of("object-grants").stream().anyMatch(row -> row.is("OWNER", "SYS"))
                            || !answers.of("role-object-grants").isEmpty(),
                    "D67");
        }
        if (answers.has("role-grants") && answers.has("system-grants") && answers.has("owners")) {
            SortedSet<String> owners = new TreeSet<>(answers.values("owners", "USERNAME"));
            SortedSet<String> powerful = new TreeSet<>();
            answers.of("role-grants").stream()
                    .filter(row -> row.is("GRANTED_ROLE", "DBA"))
                    .map(row -> row.text("GRANTEE"))
                    .forEach(powerful::add);
            answers.of("system-grants").stream()
                    .filter(row -> row.upper("PRIVILEGE").contains(" ANY "))
                    .map(row -> row.text("GRANTEE"))
                    .forEach(powerful::add);
            powerful.retainAll(owners);
            facts.add("powerful_users", powerful, "D67");
        }
        if (answers.has("profiles")) {
            facts.add("profiles", answers.values("profiles", "PROFILE"), "D68");
            facts.add(
                    "verify_functions",
                    answers.of("profiles").stream()
                            .filter(row -> row.is("RESOURCE_NAME", "PASSWORD_VERIFY_FUNCTION"))
                            .map(row -> row.text("SETTING").strip())
                            // FROM ROOT is no function, and those of Oracle are on the target already.
                            .filter(name -> !name.isEmpty()
                                    && !List.of("NULL", "DEFAULT", "FROM ROOT").contains(name)
                                    && !name.startsWith("ORA12C_"))
                            .distinct()
                            .sorted()
                            .toList(),
                    "D68");
        }
        if (answers.has("quotas")) {
            SortedSet<String> schemas = StorageFactMapper.schemas(answers);
            facts.add(
                    "quotas",
                    (int) answers.of("quotas").stream()
                            .filter(row -> schemas.contains(row.text("USERNAME")))
                            .count(),
                    "D68");
        }
    }

    private static void network(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("network-acls")) {
            facts.add("reachable_hosts", answers.values("network-acls", "HOST"), "D69");
        }
        if (answers.has("proxy-users")) {
            facts.add("proxy_users", answers.values("proxy-users", "PROXY"), "D69");
        }
    }

    private static void policies(QueryResults answers, DiscoveredFacts facts) {
        count(answers, facts, "row-policies", "row_policies");
        count(answers, facts, "redaction-policies", "redaction_policies");
        count(answers, facts, "fine-grained-audit", "audit_policies");
        if (answers.has("unified-audit")) {
            facts.add("unified_audit_policies", answers.values("unified-audit", "POLICY_NAME"), "D72");
        }
        boolean vault = answers.of("vault-status").stream()
                        .anyMatch(row -> row.is("NAME", "DV_ENABLE_STATUS") && row.is("STATUS", "TRUE"))
                || linked(answers, "Oracle Database Vault");
        if (answers.has("vault-status") || answers.has("options")) {
            facts.add("database_vault", vault, "D04, D72");
        }
        if (answers.has("row-policies")) {
            facts.add(
                    "security_features",
                    vault
                            || linked(answers, "Oracle Label Security")
                            || !answers.of("row-policies").isEmpty()
                            || !answers.of("redaction-policies").isEmpty(),
                    "D04, D72");
        }
    }

    private static boolean linked(QueryResults answers, String option) {
        return answers.of("options").stream().anyMatch(row -> row.is("PARAMETER", option) && row.is("VALUE", "TRUE"));
    }

    private static void count(QueryResults answers, DiscoveredFacts facts, String question, String fact) {
        if (answers.has(question)) {
            facts.add(fact, answers.of(question).size(), "D72");
        }
    }

    private static void plans(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("plan-baselines")) {
            facts.add(
                    "plan_baselines",
                    (int) answers.of("plan-baselines").stream()
                            .filter(row -> row.is("ENABLED", "YES"))
                            .count(),
                    "D73");
            facts.add(
                    "plan_baseline_list",
                    answers.of("plan-baselines").stream()
                            .limit(MOST_PLANS)
                            .map(row -> row.words("SQL_HANDLE", "PLAN_NAME") + "=enabled " + row.text("ENABLED")
                                    + ", accepted " + row.text("ACCEPTED") + ", fixed " + row.text("FIXED"))
                            .toList(),
                    "D73");
        }
        if (answers.has("sql-profiles")) {
            facts.add("sql_profiles", answers.of("sql-profiles").size(), "D73");
        }
        if (answers.has("sql-patches")) {
            facts.add("sql_patches", answers.of("sql-patches").size(), "D73");
        }
    }
}
