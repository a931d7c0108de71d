package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A partition and a guest of z/VM are built alike wherever the two mean the same: a step, fact or parameter of one name is the same in
 * both playbooks, but for what is written here with the reason.
 */
class ServersBuiltAlikeTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final Playbook PARTITION = LIBRARY.findNewest("dpm-server").orElseThrow();
    private static final Playbook GUEST = LIBRARY.findNewest("zvm-server").orElseThrow();

    /** What differs, as {@code STEP.component} or {@code STEP.inputs.NAME}, each line with its reason. A line that is not true any more fails. */
    private static final String DIFFERENT = """
            check-design.inputs.hypervisor: checks of guests are judged of guests alone
            image.kind image.action image.title image.role image.side image.needs image.when image.forEach: a person brings it for a partition, the Feilong server imports it for a guest
            image.instructions image.outputs image.estimate image.callTimeout image.stateTimeout: as above
            image.inputs.zvm image.inputs.image image.inputs.url image.inputs.os_version image.inputs.md5: as above
            host-object.inputs.wwpns host-object.inputs.fabrics logins.inputs.wwpns logins.inputs.fabrics check-paths.inputs.wwpns: ports of FCP devices of z/VM, not of a storage group
            host-object.needs zoning.needs: as above
            check-paths.inputs.boot: a guest starts from a minidisk, which has no paths
            data-mappings.needs redo-mappings.needs recovery-mappings.needs: no storage group waits for the volumes
            zoning.instructions logins.needs check-paths.needs: the firmware of a partition logs in before its start, the Linux of a guest after it
            network.action network.needs network.estimate network.callTimeout: a network card of z/VM, and its settings for the first start
            network.inputs.hmc network.inputs.cpc network.inputs.partition network.inputs.name: as above
            network.inputs.zvm network.inputs.guest network.inputs.address network.inputs.gateway network.inputs.name_servers network.inputs.os_version: as above
            start.action start.needs start.estimate start.callTimeout start.stateTimeout: a call to z/VM, which is over when the guest is on
            start.inputs.hmc start.inputs.partition start.inputs.zvm start.inputs.guest: as above
            first-boot.action first-boot.estimate first-boot.inputs.hmc first-boot.inputs.partition first-boot.inputs.zvm first-boot.inputs.guest: the console is that of z/VM
            first-boot.when pin-key.when: a guest is always a copy of an image; where its host key is read is a fact of its own
            host-object.when zoning.when logins.when check-paths.when: a partition has a boot volume at least that is a LUN
            data-volumes.when redo-volumes.when recovery-volumes.when data-mappings.when redo-mappings.when recovery-mappings.when: as above
            data-volumes.needs data-volumes.forEach redo-volumes.needs redo-volumes.forEach recovery-volumes.needs recovery-volumes.forEach: its storage group lists them, be it none
            eckd.action eckd.inputs.hmc eckd.inputs.zvm eckd-devices.instructions: where ECKD volumes are known
            dasd.inputs.aliases: the HMC numbers aliases of a partition
            fact server.name.description fact server.ifls.description fact server.boot.gib.description fact server.network.description: what it is at each
            """;

    /** Steps that only one of them has, each line with its reason. */
    private static final String ONE_ALONE = """
            partition boot-volume clone storage-group boot-mapping discovery install boot: a partition starts from a volume of the array
            eckd-group eckd-fulfilled: a partition is given ECKD volumes by a storage group
            eckd-online: z/VM has them before its guest
            guest deploy paths attach: a guest starts from a minidisk and is given FCP devices
            """;

    @Test
    void aStepOfOneNameIsTheSameStep() {
        Map<String, Step> partition = steps(PARTITION);
        TreeSet<String> found = new TreeSet<>();
        steps(GUEST).forEach((id, step) -> {
            if (partition.containsKey(id)) {
                differ(id, partition.get(id), step, found);
            }
        });
        assertThat(found).isEqualTo(named(DIFFERENT, step -> !step.startsWith("fact ")));
    }

    @Test
    void aStepThatOnlyOneHasIsWrittenDown() {
        TreeSet<String> alone = new TreeSet<>(steps(PARTITION).keySet());
        TreeSet<String> guest = new TreeSet<>(steps(GUEST).keySet());
        TreeSet<String> both = new TreeSet<>(alone);
        both.retainAll(guest);
        alone.addAll(guest);
        alone.removeAll(both);
        assertThat(alone).isEqualTo(named(ONE_ALONE, step -> true));
    }

    @Test
    void factsAndParametersOfOneNameAreTheSame() {
        TreeSet<String> found = new TreeSet<>();
        differ("fact", PARTITION.facts(), GUEST.facts(), found);
        differ("parameter", PARTITION.parameters(), GUEST.parameters(), found);
        assertThat(found).isEqualTo(named(DIFFERENT, name -> name.startsWith("fact ")));
    }

    /** The names of a list: words before the colon, of which "fact" belongs to the next. */
    private static TreeSet<String> named(String list, Predicate<String> wanted) {
        TreeSet<String> names = new TreeSet<>();
        list.lines().forEach(line -> {
            assertThat(line).as("a reason").matches("[^:]+: .+");
            for (String name : line.substring(0, line.indexOf(':')).split("(?<!\\bfact) ")) {
                assertThat(names.add(name)).as(name + " is there once").isTrue();
            }
        });
        names.removeIf(wanted.negate());
        return names;
    }

    private static void differ(
            String what,
            Map<String, ValueDeclaration> partition,
            Map<String, ValueDeclaration> guest,
            TreeSet<String> found) {
        guest.forEach((name, declared) -> {
            if (partition.containsKey(name)) {
                differ(what + " " + name, partition.get(name), declared, found);
            }
        });
    }

    private static void differ(String of, Record one, Record other, TreeSet<String> found) {
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            Object first = value(component, one);
            Object second = value(component, other);
            if (Objects.equals(first, second)) {
                continue;
            }
            String name = of + "." + component.getName();
            if (component.getName().equals("inputs")
                    && first instanceof Map<?, ?> before
                    && second instanceof Map<?, ?> after) {
                TreeSet<String> keys = new TreeSet<>();
                before.keySet().forEach(key -> keys.add(String.valueOf(key)));
                after.keySet().forEach(key -> keys.add(String.valueOf(key)));
                keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
                keys.forEach(key -> found.add(name + "." + key));
            } else {
                found.add(name);
            }
        }
    }

    private static Object value(RecordComponent component, Record of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(component.getName(), e);
        }
    }

    private static Map<String, Step> steps(Playbook playbook) {
        return playbook.steps().stream().collect(Collectors.toMap(Step::id, Function.identity()));
    }
}
