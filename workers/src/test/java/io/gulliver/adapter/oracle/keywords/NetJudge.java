package io.gulliver.adapter.oracle.keywords;

import io.gulliver.adapter.oracle.keywords.Judgement.Collector;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges connect descriptors (of a tnsnames.ora, or alone) and easy connect texts by the table of Oracle Net. */
public final class NetJudge {

    private static final Set<String> GROUPS = Set.of(
            "DESCRIPTION_LIST", "DESCRIPTION", "ADDRESS_LIST", "ADDRESS", "CONNECT_DATA", "SECURITY", "FAILOVER_MODE");
    private static final Pattern ALIAS =
            Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*\\s*=\\s*(\\(.*\\))\\s*", Pattern.DOTALL);
    private static final Pattern EASY = Pattern.compile("(?:\\[[0-9A-Fa-f:]+]|[A-Za-z0-9][A-Za-z0-9._-]*)(:\\d{1,5})?"
            + "(/([A-Za-z0-9_.$#-]*)(:(\\w+))?(/(\\w+))?)?");

    private static final String SECONDS = "seconds; ms suffix from 12.2";

    static final ReadValues VALUES = new ReadValues()
            .read("HOST", "", "[A-Za-z0-9][A-Za-z0-9._-]*|[0-9A-Fa-f:]+", "a name or an address, without brackets")
            .read("PORT", "", "[1-9][0-9]{0,4}", "1 to 65535")
            .read("SERVICE_NAME", "", "[A-Za-z0-9][A-Za-z0-9_.$#-]*", "a name without anything that a descriptor reads")
            .read("INSTANCE_NAME", "", "[A-Za-z][A-Za-z0-9_]*", "as GV$INSTANCE has it")
            .read("SID", "", "[A-Za-z][A-Za-z0-9_$#]*", "a name without anything that a descriptor reads")
            .read("CONNECT_TIMEOUT", SECONDS, "[1-9][0-9]*", "whole seconds, which every client reads")
            .read("TRANSPORT_CONNECT_TIMEOUT", SECONDS, "[1-9][0-9]*", "whole seconds, which every client reads");

    private final KeywordTable table = KeywordTable.load("sqlnet");
    private final Release client;
    private final Collector collector = new Collector();
    private final List<String> path = new ArrayList<>();
    private String text = "";
    private int at;

    private NetJudge(String client) {
        this.client = new Release(client);
    }

    /** Judges a tnsnames.ora of one alias. */
    public static Judgement names(String file, String client) {
        StringBuilder bare = new StringBuilder();
        boolean continued = true;
        for (String line : file.split("\n")) {
            if (!line.startsWith("#") && !line.isBlank()) {
                continued &= bare.isEmpty() || line.startsWith(" ");
                bare.append(line).append('\n');
            }
        }
        NetJudge judge = new NetJudge(client);
        Matcher alias = ALIAS.matcher(bare);
        if (!alias.matches() || !continued) {
            judge.collector.refuse("This is no alias = (descriptor), each further line of which begins with a blank");
            return judge.collector.judgement();
        }
        return judge.descriptor(alias.group(1));
    }

    /** Judges a descriptor. */
    public static Judgement descriptor(String text, String client) {
        return new NetJudge(client).descriptor(text);
    }

    /** Judges an easy connect text: {@code //host:port/service}. */
    public static Judgement easyConnect(String text, String client) {
        NetJudge judge = new NetJudge(client);
        judge.easy(text);
        return judge.collector.judgement();
    }

    private void easy(String connect) {
        String grammar = "";
        for (Entry one : table.entries("ezconnect")) {
            if (one.texts("client").stream().anyMatch(client::is)) {
                grammar = one.text("grammar");
                collector.rests(table, "easy connect of", client.text(), one);
            }
        }
        if (grammar.isEmpty()) {
            collector.refuse("Easy connect of client " + client.text() + " is unknown");
            return;
        }
        Matcher parts = EASY.matcher(connect.startsWith("//") ? connect.substring(2) : connect);
        if (!parts.matches()) {
            // Several hosts, protocols and ?name=value came with 19 and are not generated.
            collector.refuse(connect + " is not " + grammar + ", as far as anybody has read it");
            return;
        }
        if (parts.group(5) != null && !Set.of("dedicated", "shared", "pooled").contains(parts.group(5))) {
            collector.refuse(connect + ": " + parts.group(5) + " is no type of server");
        }
    }

    private Judgement descriptor(String whole) {
        text = whole.replaceAll("\\s+", "");
        at = 0;
        group();
        if (at != text.length()) {
            collector.refuse("Parentheses are not balanced in " + whole);
        }
        return collector.judgement();
    }

    private void group() {
        if (at >= text.length() || text.charAt(at) != '(') {
            collector.refuse("A parenthesis is missing in " + text);
            at = text.length() + 1;
            return;
        }
        int equals = text.indexOf('=', at);
        if (equals < 0) {
            collector.refuse("A name without value in " + text);
            at = text.length() + 1;
            return;
        }
        String name = text.substring(at + 1, equals).toUpperCase(Locale.ROOT);
        at = equals + 1;
        if (at < text.length() && text.charAt(at) == '(') {
            known(name, "");
            path.add(name);
            Set<String> inner = new TreeSet<>();
            while (at < text.length() && text.charAt(at) == '(') {
                int begin = at + 1;
                int end = text.indexOf('=', at);
                String child = end < 0 ? "" : text.substring(begin, end).toUpperCase(Locale.ROOT);
                if (!inner.add(child)
                        && !Set.of("ADDRESS", "DESCRIPTION", "ADDRESS_LIST").contains(child)) {
                    collector.refuse(child + " stands twice in " + name);
                }
                group();
            }
            exclusive(inner);
            path.remove(path.size() - 1);
        } else {
            int end = text.indexOf(')', at);
            if (end < 0) {
                collector.refuse("A parenthesis is missing in " + text);
                at = text.length() + 1;
                return;
            }
            known(name, text.substring(at, end));
            at = end;
        }
        if (at < text.length() && text.charAt(at) == ')') {
            at++;
        } else {
            collector.refuse("A parenthesis is missing in " + text);
            at = text.length() + 1;
        }
    }

    private void exclusive(Set<String> inner) {
        for (Entry one : table.entries("descriptor/names")) {
            if (one.texts("name").stream().anyMatch(inner::contains)
                    && one.texts("exclusive").stream().anyMatch(inner::contains)) {
                collector.broken(one.practice(), one.texts("name") + " stands beside " + one.texts("exclusive"));
            }
        }
    }

    /** A name where it stands, with its value; a group has none. */
    private void known(String name, String value) {
        String parent = path.isEmpty() ? "" : path.get(path.size() - 1);
        if (GROUPS.contains(name) == !value.isEmpty()) {
            collector.refuse(name + (value.isEmpty() ? " is no group" : " is a group, not " + value));
            return;
        }
        if (Set.of("DESCRIPTION_LIST", "DESCRIPTION", "ADDRESS_LIST").contains(name)) {
            collector.warn("sqlnet descriptor level " + name);
            return;
        }
        Entry own = table.entries("descriptor/names").stream()
                .filter(one -> one.texts("name").contains(name))
                .findFirst()
                .orElse(null);
        Entry above = table.entries("descriptor/names").stream()
                .filter(one ->
                        one.texts("name").contains(parent) && one.texts("parts").contains(name))
                .findFirst()
                .orElse(null);
        Entry entry = own == null ? above : own;
        if (entry == null) {
            collector.refuse(name + " is unknown in " + (parent.isEmpty() ? "a descriptor" : parent));
            return;
        }
        boolean placed = above != null
                || own != null && own.has("level") && own.text("level").contains(parent) && !parent.isEmpty()
                || Set.of("ADDRESS", "CONNECT_DATA", "SECURITY").contains(name)
                        && Set.of("DESCRIPTION", "ADDRESS_LIST").contains(parent);
        if (!placed) {
            collector.refuse(name + " does not belong into " + parent);
            return;
        }
        if (!entry.in(client)) {
            collector.refuse(name + " is unknown to client " + client.text());
            return;
        }
        collector.rests(table, "descriptor name", name, entry);
        if (value.isEmpty()) {
            return;
        }
        if (entry.list("values")) {
            if (!entry.allowed(client).contains(value.toUpperCase(Locale.ROOT))) {
                collector.refuse(name + "=" + value + " is none of " + entry.allowed(client));
            }
        } else {
            String words = own != null && own.has("values") ? own.text("values") : "";
            String problem = VALUES.problem(name, words, value);
            if (problem != null) {
                collector.refuse(problem);
            }
        }
    }
}
