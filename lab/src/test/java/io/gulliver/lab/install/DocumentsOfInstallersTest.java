package io.gulliver.lab.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What installers of the lab refuse: documents written here from what the installers' makers publish, and not by the product. */
class DocumentsOfInstallersTest {
    private static final Set<String> DISKS = Set.of("360050768108001af2000000000000007");
    private static final String KICKSTART = """
            lang en_US.UTF-8
            keyboard us
            timezone Europe/Zurich --utc
            url --url=http://10.1.1.5/tree
            network --bootproto=static --device=enca00 --ip=10.1.1.9 --netmask=255.255.255.0 --gateway=10.1.1.1 --nameserver=10.1.1.53 --hostname=a.example
            ignoredisk --only-use=disk/by-id/dm-uuid-mpath-360050768108001af2000000000000007
            clearpart --all --drives=disk/by-id/dm-uuid-mpath-360050768108001af2000000000000007
            bootloader
            part / --size=8192 --grow --ondisk=disk/by-id/dm-uuid-mpath-360050768108001af2000000000000007
            rootpw --lock
            user --name=anna
            sshkey --username=anna "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5"
            halt
            %packages
            @core
            %end
            %post
            DONE='all'
            cat >/etc/x <<'END'
            echo "not printed" >/dev/console
            END
            echo "Ended: $DONE" >/dev/console
            sleep 9
            %end
            """;

    private static final String PROFILE = """
            <profile xmlns="http://www.suse.com/1.0/yast2ns" xmlns:config="http://www.suse.com/1.0/configns">
              <general>
                <mode><confirm config:type="boolean">false</confirm><halt config:type="boolean">true</halt></mode>
                <storage><start_multipath config:type="boolean">true</start_multipath></storage>
              </general>
              <partitioning config:type="list"><drive>
                <device>/dev/disk/by-id/dm-uuid-mpath-360050768108001af2000000000000007</device>
                <partitions config:type="list">
                  <partition><mount>/boot/zipl</mount></partition>
                  <partition><mount>/</mount></partition>
                </partitions>
              </drive></partitioning>
              <networking><dns><hostname>a</hostname>
                <nameservers config:type="list"><nameserver>10.1.1.53</nameserver></nameservers></dns></networking>
              <users config:type="list">
                <user><username>root</username><user_password>!</user_password></user>
                <user><username>anna</username>
                  <authorized_keys config:type="list"><listentry>ssh-ed25519 AAAAC3NzaC1lZDI1NTE5</listentry></authorized_keys></user>
              </users>
              <scripts><chroot-scripts config:type="list"><script><source><![CDATA[echo 'Ended' >/dev/console
            ]]></source></script></chroot-scripts></scripts>
            </profile>
            """;

    @Test
    void aDocumentThatSaysAllIsFollowed() {
        Answers kickstart = Kickstart.read(KICKSTART, DISKS, "enca00");
        assertThat(kickstart.problem()).isEmpty();
        assertThat(kickstart.ends()).isTrue();
        assertThat(kickstart.after()).singleElement().satisfies(script -> {
            assertThat(script.prints()).containsExactly("Ended: all");
            assertThat(script.holds()).isEqualTo(9);
            assertThat(script.showsHostKeys()).isFalse();
        });

        Answers profile = AutoYast.read(PROFILE, DISKS);
        assertThat(profile.problem()).isEmpty();
        assertThat(profile.wwid()).isEqualTo("360050768108001af2000000000000007");
        assertThat(profile.after().get(0).prints()).containsExactly("Ended");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--only-use=disk/by-id/dm-uuid-mpath-36 | --only-use=disk/by-id/dm-uuid-mpath-37 | in danger",
                "--drives=disk/by-id/dm-uuid-mpath-360050768108001af2000000000000007 | '' | in danger",
                "part / | part /u01 | have not defined a root partition",
                "rootpw --lock | rootpw --plaintext secret | A password of root",
                "sshkey --username=anna | sshkey --username=bert | User anna has no key",
                "--device=enca00 | --device=eth0 | Device eth0 does not exist",
                "--nameserver=10.1.1.53 | '' | The network has no --nameserver",
                "timezone Europe/Zurich --utc | '' | timezone' is missing",
                "halt | stop | Unknown command: stop on line 13"
            })
    void whatAnacondaStopsAtIsRefused(String word, String other, String said) {
        assertThat(KICKSTART).contains(word);
        assertThat(Kickstart.read(KICKSTART.replace(word, other), DISKS, "enca00")
                        .problem())
                .contains(said);
    }

    @Test
    void aSectionWithoutItsEndIsRefused() {
        assertThat(Kickstart.read(KICKSTART.replace("sleep 9\n%end", "sleep 9"), DISKS, "enca00")
                        .problem())
                .isEqualTo("Section %post does not end with %end.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mpath-36 | mpath-37 | No disk matches",
                "<mount>/</mount> | <mount>/u01</mount> | No root partition",
                "<mount>/boot/zipl</mount> | <mount>/boot</mount> | No /boot/zipl",
                "<users config:type=\"list\"> | <users> | Element users is a list and does not say so",
                "<halt config:type=\"boolean\"> | <halt> | Element halt is a boolean and does not say so",
                "<user_password>!< | <user_password>secret< | A password of root",
                "<listentry>ssh-ed25519 AAAAC3NzaC1lZDI1NTE5</listentry> | '' | User anna has no key",
                "</profile> | '' | XML parser error",
                "yast2ns | yast3ns | not profile of",
                "<start_multipath config:type=\"boolean\">true | <start_multipath config:type=\"boolean\">false | Multipath is not started"
            })
    void whatYastStopsAtIsRefused(String word, String other, String said) {
        assertThat(PROFILE).contains(word);
        assertThat(AutoYast.read(PROFILE.replace(word, other), DISKS).problem()).contains(said);
    }
}
