package io.gulliver.adapter.feilong.model;

import java.util.List;

/**
 * A virtual switch.
 *
 * @param vlanAware whether users may be given a VLAN
 * @param users user ids that may be coupled to it
 */
public record VirtualSwitch(String name, boolean vlanAware, List<String> users) {
    public VirtualSwitch {
        users = List.copyOf(users);
    }
}
