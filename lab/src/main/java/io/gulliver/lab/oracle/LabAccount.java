package io.gulliver.lab.oracle;

import java.util.List;

/**
 * A database user of the lab.
 *
 * @param roles for example DBA, SELECT_CATALOG_ROLE; CREATE SESSION is implied
 */
public record LabAccount(String user, String password, List<String> roles) {

    public LabAccount {
        roles = List.copyOf(roles);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "LabAccount[" + user + " " + roles + "]";
    }
}
