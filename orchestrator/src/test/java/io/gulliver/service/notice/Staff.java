package io.gulliver.service.notice;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Who has which function and which address, and who has left. */
final class Staff implements NoticeRecipients {
    final Map<String, Set<String>> functions = new TreeMap<>();
    final Map<String, String> addresses = new TreeMap<>();
    final Set<String> left = new HashSet<>();

    Staff with(String name, String... keys) {
        addresses.put(name, name + "@bank.example");
        functions.put(name, Set.of(keys));
        return this;
    }

    @Override
    public List<Recipient> of(String program, String function) {
        return functions.entrySet().stream()
                .filter(one -> one.getValue().contains(function) && !left.contains(one.getKey()))
                .map(one -> new Recipient(one.getKey(), String.valueOf(addresses.get(one.getKey()))))
                .toList();
    }

    @Override
    public List<String> whose(String email) {
        return addresses.entrySet().stream()
                .filter(one -> one.getValue().equals(email))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public boolean sees(String person, String program) {
        return functions.containsKey(person) && !left.contains(person);
    }
}
