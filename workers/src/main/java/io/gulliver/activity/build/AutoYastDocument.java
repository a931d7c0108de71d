package io.gulliver.activity.build;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The AutoYaST profile of an installation, for SUSE Linux Enterprise Server 15.
 *
 * <p>Elements and types: the RELAX NG grammars that YaST's modules publish ({@code autoyast-rnc/*.rnc} of yast-autoinstallation,
 * yast-network, yast-users and others). One drive is named, by the WWID of the boot volume, and YaST writes to no drive that the profile
 * does not name. There is no second stage, so the machine halts when what was installed is whole. No login has a password that anything
 * matches. A failed installation has no script of its own as it has in kickstart: what the installer reports goes to its log, and its
 * deadline ends it.
 */
final class AutoYastDocument {
    private static final List<String> MODULES =
            List.of("basesystem Basesystem", "server-applications Server-Applications", "legacy Legacy");

    private AutoYastDocument() {}

    /** @param installed script that runs last in the system that was installed */
    static String of(InstallFacts facts, String installed) {
        InstallMessages messages = new InstallMessages(facts.token());
        String tree = text(facts.release().tree().toString());
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- @OWNER@ -->
                <profile xmlns="http://www.suse.com/1.0/yast2ns" xmlns:config="http://www.suse.com/1.0/configns">
                  <suse_register>
                    <do_registration config:type="boolean">false</do_registration>
                  </suse_register>
                  <general>
                    <mode>
                      <confirm config:type="boolean">false</confirm>
                      <halt config:type="boolean">true</halt>
                      <second_stage config:type="boolean">false</second_stage>
                    </mode>
                    <storage>
                      <start_multipath config:type="boolean">true</start_multipath>
                    </storage>
                  </general>
                  <report>
                    <errors>
                      <log config:type="boolean">true</log>
                      <show config:type="boolean">true</show>
                      <timeout config:type="integer">0</timeout>
                    </errors>
                  </report>
                  <add-on>
                    <add_on_products config:type="list">
                @MODULES@
                    </add_on_products>
                  </add-on>
                  <partitioning config:type="list">
                    <drive>
                      <device>/dev/@DISK@</device>
                      <disklabel>gpt</disklabel>
                      <initialize config:type="boolean">true</initialize>
                      <type config:type="symbol">CT_DISK</type>
                      <use>all</use>
                      <partitions config:type="list">
                        <partition>
                          <create config:type="boolean">true</create>
                          <filesystem config:type="symbol">ext2</filesystem>
                          <format config:type="boolean">true</format>
                          <mount>/boot/zipl</mount>
                          <size>500M</size>
                        </partition>
                        <partition>
                          <create config:type="boolean">true</create>
                          <filesystem config:type="symbol">swap</filesystem>
                          <format config:type="boolean">true</format>
                          <mount>swap</mount>
                          <size>8G</size>
                        </partition>
                        <partition>
                          <create config:type="boolean">true</create>
                          <filesystem config:type="symbol">xfs</filesystem>
                          <format config:type="boolean">true</format>
                          <mount>/</mount>
                          <size>max</size>
                        </partition>
                      </partitions>
                    </drive>
                  </partitioning>
                  <networking>
                    <dns>
                      <domain>@DOMAIN@</domain>
                      <hostname>@HOSTNAME@</hostname>
                      <nameservers config:type="list">
                @NAMESERVERS@
                      </nameservers>
                      <write_hostname config:type="boolean">true</write_hostname>
                    </dns>
                    <keep_install_network config:type="boolean">true</keep_install_network>
                  </networking>
                  <ntp-client>
                    <ntp_policy>auto</ntp_policy>
                    <ntp_servers config:type="list">
                @TIMESERVERS@
                    </ntp_servers>
                  </ntp-client>
                  <timezone>
                    <hwclock>UTC</hwclock>
                    <timezone>@ZONE@</timezone>
                  </timezone>
                  <language>
                    <language>en_US</language>
                  </language>
                  <groups config:type="list">
                @GROUPS@
                  </groups>
                  <users config:type="list">
                    <user>
                      <encrypted config:type="boolean">true</encrypted>
                      <user_password>!</user_password>
                      <username>root</username>
                    </user>
                @USERS@
                  </users>
                  <firewall>
                    <enable_firewall config:type="boolean">true</enable_firewall>
                    <start_firewall config:type="boolean">true</start_firewall>
                    <default_zone>public</default_zone>
                    <zones config:type="list">
                      <zone>
                        <name>public</name>
                        <ports config:type="list">
                          <port>@LISTENER@/tcp</port>
                        </ports>
                        <services config:type="list">
                          <service>ssh</service>
                        </services>
                      </zone>
                    </zones>
                  </firewall>
                  <services-manager>
                    <default_target>multi-user</default_target>
                    <services>
                      <enable config:type="list">
                        <service>chronyd</service>
                        <service>multipathd</service>
                        <service>sshd</service>
                      </enable>
                    </services>
                  </services-manager>
                  <software>
                    <products config:type="list">
                      <product>SLES</product>
                    </products>
                    <patterns config:type="list">
                      <pattern>enhanced_base</pattern>
                    </patterns>
                    <packages config:type="list">
                @PACKAGES@
                    </packages>
                  </software>
                  <scripts>
                    <pre-scripts config:type="list">
                      <script>
                        <filename>begins.sh</filename>
                        <source><![CDATA[@BEGINS@
                ]]></source>
                      </script>
                    </pre-scripts>
                    <chroot-scripts config:type="list">
                      <script>
                        <chrooted config:type="boolean">true</chrooted>
                        <filename>installed.sh</filename>
                        <source><![CDATA[@INSTALLED@
                ]]></source>
                      </script>
                    </chroot-scripts>
                  </scripts>
                </profile>
                """.replace("@OWNER@", facts.owner().replace("--", "- -"))
                .replace(
                        "@MODULES@",
                        each(
                                MODULES,
                                module -> "      <listentry>\n        <media_url>" + tree + "</media_url>\n"
                                        + "        <product>sle-module-" + module.split(" ")[0] + "</product>\n"
                                        + "        <product_dir>/Module-" + module.split(" ")[1] + "</product_dir>\n"
                                        + "      </listentry>"))
                .replace("@DISK@", facts.disk())
                .replace("@DOMAIN@", text(facts.domain()))
                .replace("@HOSTNAME@", text(facts.shortName()))
                .replace(
                        "@NAMESERVERS@",
                        each(facts.nameServers(), server -> "        <nameserver>" + text(server) + "</nameserver>"))
                .replace(
                        "@TIMESERVERS@",
                        each(
                                facts.timeServers(),
                                server -> "      <ntp_server>\n        <address>" + text(server)
                                        + "</address>\n        <iburst config:type=\"boolean\">true</iburst>\n"
                                        + "        <offline config:type=\"boolean\">false</offline>\n      </ntp_server>"))
                .replace("@ZONE@", text(facts.timeZone()))
                .replace(
                        "@GROUPS@",
                        each(
                                List.copyOf(facts.groups().entrySet()),
                                group -> "    <group>\n      <gid>"
                                        + group.getValue() + "</gid>\n      <groupname>" + text(group.getKey())
                                        + "</groupname>\n    </group>"))
                .replace("@USERS@", users(facts))
                .replace("@LISTENER@", String.valueOf(facts.listenerPort()))
                .replace(
                        "@PACKAGES@",
                        each(
                                facts.packages().stream().sorted().distinct().toList(),
                                one -> "      <package>" + text(one) + "</package>"))
                .replace("@BEGINS@", "#!/bin/sh\n" + InstallMessages.printed(messages.begins()))
                .replace("@INSTALLED@", installed.strip());
    }

    private static String users(InstallFacts facts) {
        InstallFacts.Software software = facts.software();
        String owner = user(
                software.login(),
                "      <gid>" + facts.groups().get(software.group()) + "</gid>\n      <group>" + text(software.group())
                        + "</group>\n      <groups>" + text(String.join(",", facts.otherGroups()))
                        + "</groups>\n      <uid>" + software.id() + "</uid>\n");
        return facts.administrator().user().equals(software.login().user())
                ? owner
                : owner + "\n" + user(facts.administrator(), "");
    }

    private static String user(InstallFacts.Login login, String more) {
        return "    <user>\n      <authorized_keys config:type=\"list\">\n        <listentry>" + text(login.key())
                + "</listentry>\n      </authorized_keys>\n      <encrypted config:type=\"boolean\">true</encrypted>\n"
                + more + "      <home>/home/" + text(login.user()) + "</home>\n      <shell>/bin/bash</shell>\n"
                + "      <user_password>!</user_password>\n      <username>" + text(login.user())
                + "</username>\n    </user>";
    }

    private static <T> String each(List<T> all, Function<T, String> one) {
        return all.stream().map(one).collect(Collectors.joining("\n"));
    }

    private static String text(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /**
     * What the kernel and linuxrc are told; the interface is whichever there is, for there is one. Parameters {@code autoyast},
     * {@code install}, {@code ifcfg} and {@code hostname}: openSUSE, <i>SDB:Linuxrc</i>.
     */
    static String parameters(InstallFacts facts, String document) {
        return "ramdisk_size=65536 autoyast=" + document + " install="
                + facts.release().tree() + " ifcfg=\"*="
                + facts.address() + "/" + facts.prefix() + "," + facts.gateway() + ","
                + String.join(" ", facts.nameServers()) + "," + facts.domain() + "\" hostname=" + facts.name();
    }
}
