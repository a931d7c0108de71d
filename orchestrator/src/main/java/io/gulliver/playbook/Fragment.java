package io.gulliver.playbook;

import java.util.List;
import java.util.SortedMap;
import tools.jackson.databind.JsonNode;

/**
 * Steps that several playbooks share, as read: {@code stages/discovery@v1}. It is not run by itself; a playbook that
 * includes it gets its steps.
 *
 * @param name folder of its file, for example {@code stages/discovery}
 * @param version counts up; never edited once a published playbook uses it
 * @param document its file
 * @param root its tree
 * @param inputs what whoever includes it gives
 * @param outputs what can be seen of its steps from outside, by name: a reference to an output of one of them
 * @param entry steps that wait for what the include needs
 * @param exit steps that whoever needs the include waits for
 */
record Fragment(
        String name,
        int version,
        YamlDocument document,
        JsonNode root,
        SortedMap<String, ValueDeclaration> inputs,
        SortedMap<String, Template.Reference> outputs,
        List<String> entry,
        List<String> exit) {

    /** {@code stages/discovery@v1}. */
    String key() {
        return name + "@v" + version;
    }
}
