package io.gulliver.activity.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The kickstart document of an installation, for Red Hat Enterprise Linux 8 and 9.
 *
 * <p>Commands and options: pykickstart, versions RHEL8 and RHEL9, whose {@code ksvalidator} accepts what is written here. That a
 * multipath device is named {@code disk/by-id/dm-uuid-mpath-WWID}: Red Hat, <i>ignoredisk</i>. Every other disk is ignored, so volumes
 * for data are never written to. There is no password: root's is locked, and so is that of a user for whom none is given.
 */
final class KickstartDocument {
    private KickstartDocument() {}

    /** @param installed script that runs last in the system that was installed */
    static String of(InstallFacts facts, String installed) {
        String disk = facts.disk();
        boolean eight = facts.release().version().matches(".*\\b8(\\.[0-9]+)?");
        InstallMessages messages = new InstallMessages(facts.token());
        List<String> lines = new ArrayList<>(List.of(
                "# " + facts.owner(),
                "cmdline",
                "eula --agreed",
                "lang en_US.UTF-8",
                "keyboard --vckeymap=us",
                "url --url=" + facts.release().tree()));
        if (eight) {
            lines.add("timezone " + facts.timeZone() + " --utc"
                    + (facts.timeServers().isEmpty() ? "" : " --ntpservers=" + String.join(",", facts.timeServers())));
        } else {
            lines.add("timezone " + facts.timeZone() + " --utc");
            facts.timeServers().forEach(server -> lines.add("timesource --ntp-server=" + server));
        }
        lines.add("network --bootproto=static --activate --onboot=yes --noipv6 --device=" + facts.networkInterface()
                + " --ip=" + facts.address() + " --netmask=" + facts.netmask() + " --gateway=" + facts.gateway()
                + (facts.nameServers().isEmpty() ? "" : " --nameserver=" + String.join(",", facts.nameServers()))
                + " --hostname=" + facts.name());
        lines.addAll(List.of(
                "ignoredisk --only-use=" + disk,
                "zerombr",
                "clearpart --all --initlabel --drives=" + disk,
                "bootloader --boot-drive=" + disk,
                "part /boot --fstype=xfs --size=1024 --ondisk=" + disk,
                "part swap --fstype=swap --size=8192 --ondisk=" + disk,
                "part / --fstype=xfs --size=8192 --grow --ondisk=" + disk,
                "rootpw --lock"));
        facts.groups().forEach((group, id) -> lines.add("group --name=" + group + " --gid=" + id));
        InstallFacts.Software software = facts.software();
        lines.add("user --name=" + software.login().user() + " --uid=" + software.id() + " --gid="
                + facts.groups().get(software.group())
                + (facts.otherGroups().isEmpty() ? "" : " --groups=" + String.join(",", facts.otherGroups())));
        lines.add(key(software.login()));
        if (!facts.administrator().user().equals(software.login().user())) {
            lines.add("user --name=" + facts.administrator().user());
            lines.add(key(facts.administrator()));
        }
        lines.addAll(List.of(
                "selinux --" + facts.selinux(),
                "firewall --enabled --service=ssh --port=" + String.format(Locale.ROOT, "%d:tcp", facts.listenerPort()),
                "firstboot --disable",
                "skipx",
                "poweroff",
                "",
                "%packages",
                "@^minimal-environment",
                facts.packages().stream().sorted().distinct().collect(Collectors.joining("\n")),
                "%end",
                "",
                "%pre --interpreter=/bin/sh",
                InstallMessages.printed(messages.begins()),
                "%end",
                "",
                "%onerror --interpreter=/bin/sh",
                "tail -n 20 /tmp/anaconda.log >/dev/console",
                InstallMessages.printed(messages.failed()),
                "sleep 120",
                "%end",
                "",
                "%post --interpreter=/bin/sh --erroronfail",
                installed.strip(),
                "%end"));
        return String.join("\n", lines) + "\n";
    }

    private static String key(InstallFacts.Login login) {
        return "sshkey --username=" + login.user() + " \"" + login.key() + "\"";
    }

    /**
     * What the kernel is told. The first words are those of the release's {@code images/generic.prm}, without the one that asks a person
     * at the console ({@code rd.cmdline=ask}); device exclusion does not keep what DPM configures from Linux (IBM, <i>rd.zdev=no-auto</i>).
     */
    static String parameters(InstallFacts facts, String document) {
        return "ro ramdisk_size=40000 cio_ignore=all,!condev inst.cmdline inst.ks=" + document + " inst.repo="
                + facts.release().tree() + " ip=" + facts.address() + "::" + facts.gateway() + ":" + facts.netmask()
                + ":"
                + facts.name() + ":" + facts.networkInterface() + ":none"
                + facts.nameServers().stream()
                        .map(server -> " nameserver=" + server)
                        .collect(Collectors.joining());
    }
}
