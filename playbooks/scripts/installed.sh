#!/bin/sh
# Runs as root in the system that was installed, as the last thing of its installation. The privileged login may use sudo without a
# password while the server is built. Host keys are made at the first start and shown once on the console, in the form in which
# cloud-init shows them; they are never copied from the installer.
# What it prints at last on the console says that the installation is complete: it ran to its end.
set -eu
TOKEN={{token}}
ADMINISTRATOR={{administrator}}
umask 022

printf '%s ALL=(ALL) NOPASSWD: ALL\n' "$ADMINISTRATOR" >/etc/sudoers.d/90-gulliver
chmod 0440 /etc/sudoers.d/90-gulliver

rm -f /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub
cat >/usr/local/sbin/show-host-keys <<'END'
#!/bin/sh
{
  echo '-----BEGIN SSH HOST KEY FINGERPRINTS-----'
  for KEY in /etc/ssh/ssh_host_*_key.pub; do ssh-keygen -l -f "$KEY"; done
  echo '-----END SSH HOST KEY FINGERPRINTS-----'
} >/dev/console
systemctl disable show-host-keys.service
END
chmod 0755 /usr/local/sbin/show-host-keys
cat >/etc/systemd/system/show-host-keys.service <<'END'
[Unit]
Description=Shows the host keys on the console once
After=sshd.service

[Service]
Type=oneshot
ExecStart=/usr/local/sbin/show-host-keys

[Install]
WantedBy=multi-user.target
END
systemctl enable show-host-keys.service
if command -v restorecon >/dev/null 2>&1; then
  restorecon /usr/local/sbin/show-host-keys /etc/systemd/system/show-host-keys.service /etc/sudoers.d/90-gulliver
fi

sync
echo "Gulliver: $TOKEN is complete" >/dev/console
# A console cannot be read any more once its partition is down: it is given time to be read.
sleep 120
