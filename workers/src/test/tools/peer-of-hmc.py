"""zhmcclient, the public client of the HMC's Web Services, does at the lab's HMC what ours does.

    peer-of-hmc.py ADDRESS CA.PEM MACHINE

reads user and password as lines, and ends with an error where the lab answers otherwise than its peer expects.
"""
import sys
from urllib.parse import urlparse

import zhmcclient


def main(address, authority, machine):
    user, password = (sys.stdin.readline().strip() for _ in range(2))
    at = urlparse(address)
    session = zhmcclient.Session(at.hostname, user, password, port=at.port, verify_cert=authority)
    client = zhmcclient.Client(session)
    assert client.query_api_version()['api-major-version'] >= 2
    cpc = client.cpcs.find(name=machine)
    assert cpc.dpm_enabled
    console = client.consoles.console

    made = cpc.partitions.create({'name': 'PEER', 'type': 'linux', 'processor-mode': 'shared', 'ifl-processors': 1,
                                  'initial-memory': 1024, 'maximum-memory': 2048})
    partition = cpc.partitions.find(name='PEER')
    assert partition.uri == made.uri and partition.get_property('status') == 'stopped'
    refused(409, lambda: cpc.partitions.create({'name': 'PEER', 'ifl-processors': 1, 'initial-memory': 1024,
                                                'maximum-memory': 1024}), 400)
    partition.update_properties({'initial-memory': 2048, 'description': 'a trial'})
    partition.pull_full_properties()
    assert partition.properties['initial-memory'] == 2048 and partition.properties['description'] == 'a trial'

    switch = cpc.virtual_switches.list()[0]
    nic = partition.nics.create({'name': 'eth', 'device-number': '0a00', 'virtual-switch-uri': switch.uri})
    nic.pull_full_properties()
    assert nic.properties['device-number'] == '0a00'
    partition.pull_full_properties()
    assert [each.uri for each in partition.nics.list()] == [nic.uri]

    cards = [each for each in cpc.adapters.list() if each.get_property('type') == 'fcp']
    assert cards and all(card.ports.list()[0].get_property('index') == 0 for card in cards)
    console.storage_groups.create({'cpc-uri': cpc.uri, 'name': 'PEER', 'type': 'fcp', 'shared': False, 'connectivity': 2,
                                   'storage-volumes': [{'operation': 'create', 'name': 'v1', 'size': 10.0,
                                                        'usage': 'data'}]})
    group = console.storage_groups.find(name='PEER')
    assert [each.name for each in group.storage_volumes.list()] == ['v1']
    partition.attach_storage_group(group)
    partition.pull_full_properties()
    assert [each.name for each in partition.list_attached_storage_groups()] == ['PEER']

    partition.start()
    partition.pull_full_properties()
    # Nothing lies on a boot volume, so that its end is told within the state.
    assert partition.properties['status'] not in ('stopped', 'starting'), partition.properties['status']
    refused(409, partition.delete)
    partition.stop()
    partition.pull_full_properties()
    assert partition.properties['status'] == 'stopped', partition.properties['status']

    partition.detach_storage_group(group)
    group.delete()
    nic.delete()
    partition.delete()
    assert not cpc.partitions.list(filter_args={'name': 'PEER'})
    refused(404, lambda: session.get(partition.uri))
    session.logoff()


def refused(status, call, *others):
    try:
        call()
    except zhmcclient.HTTPError as said:
        assert said.http_status in (status, *others), said
        return
    raise AssertionError('not refused with %d' % status)


if __name__ == '__main__':
    main(*sys.argv[1:])
    print('done')
