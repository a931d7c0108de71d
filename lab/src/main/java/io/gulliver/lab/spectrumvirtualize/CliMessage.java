package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * The messages with which the array's command line refuses, code and text as published by the vendor.
 *
 * <p>A failed command is HTTP 500 whose body is a JSON string with the message. The texts of the last three could not be found in a
 * public source; their codes are those of IBM's block storage CSI driver.
 */
enum CliMessage {
    CMMVC5707E("Required parameters are missing."),
    CMMVC5709E("[-%s] is not a supported parameter."),
    CMMVC5711E("[%s] is not valid data."),
    CMMVC5713E("Some parameters are mutually exclusive."),
    CMMVC5738E("The argument [%s] contains too many characters."),
    CMMVC5741E("The filter value [%s] is not valid."),
    CMMVC5753E("The specified object does not exist or is not a suitable candidate."),
    CMMVC5754E("The specified object does not exist, or the name is not valid."),
    CMMVC5804E("The action failed because an object that was specified in the command does not exist."),
    CMMVC5840E(
            "The virtual disk (VDisk) was not deleted because it is mapped to a host or because it is part of a FlashCopy or "
                    + "Remote Copy mapping, or is involved in an image mode migrate."),
    CMMVC5842E("The action failed because the VDisk is not mapped to this host."),
    CMMVC5860E("The action failed because there were not enough extents in the storage pool."),
    CMMVC5867E("The action failed because the worldwide port name is already assigned or is not valid."),
    CMMVC5871E("The action failed because one or more of the configured port names is in a mapping."),
    CMMVC5878E("The VDisk-to-host mapping was not created because the VDisk is already mapped to this host."),
    CMMVC5879E(
            "The VDisk-to-host mapping was not created because a VDisk is already mapped to this host with this SCSI LUN."),
    /** Code and text as in the simulator of OpenStack Cinder's Storwize driver; so are 5924 and 6303. */
    CMMVC5903E("The FlashCopy mapping was not changed because the mapping or consistency group is another state."),
    CMMVC5924E(
            "The FlashCopy mapping was not created because the source and target virtual disks (VDisks) are different sizes."),
    CMMVC6035E("The action failed as the object already exists."),
    CMMVC6071E("The VDisk-to-host mapping was not created because the VDisk is already mapped to a host."),
    CMMVC6303E("The create failed because the source and target VDisks are the same."),
    /** That it is refused stands with mkfcmap in IBM's reference; code and text are unverified. */
    CMMVC6305E("The create failed because the target VDisk is the target VDisk of an existing mapping."),
    CMMVC6527E(
            "The name that you have entered is not valid. The name can contain letters, numbers, spaces, periods, dashes, and "
                    + "underscores. The name must begin with a letter or an underscore. The name must not begin or end with a space."),
    CMMVC7017E("Logon attempt failed because the user name or password is not correct."),
    CMMVC7050E("The command failed because at least one node in the I/O group does not support compressed VDisks."),
    CMMVC8710E("The command failed because there are not enough extents in the storage pool."),
    CMMVC9301E("The command failed because the storage pool is not a data reduction pool.");

    private final String text;

    CliMessage(String text) {
        this.text = text;
    }

    /** The refusal of a command. */
    LabRefusal refusal(Object... values) {
        return new LabRefusal(response(500, values));
    }

    /** An answer with this message. */
    LabResponse response(int status, Object... values) {
        return string(status, name() + " " + String.format(java.util.Locale.ROOT, text, values));
    }

    /** An answer whose body is a JSON string. */
    static LabResponse string(int status, String message) {
        return LabResponse.json(status, JsonMapper.shared().getNodeFactory().stringNode(message));
    }
}
