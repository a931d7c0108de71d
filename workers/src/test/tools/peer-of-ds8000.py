"""pyds8k, IBM's client of the DS8000's API, does at the lab's DS8000 what ours does.

    peer-of-ds8000.py ADDRESS CA.PEM POOL LSS

reads user and password as lines, and ends with an error where the lab answers otherwise than its peer expects.
"""
import os
import sys
from urllib.parse import urlparse


def one(answer):
    return answer[0] if isinstance(answer, list) else answer


def main(address, authority, pool, lss):
    user, password = (sys.stdin.readline().rstrip('\n') for _ in range(2))
    os.environ['REQUESTS_CA_BUNDLE'] = authority
    from pyds8k.client.ds8k.v1.client import Client
    from pyds8k.exceptions import BadRequest, NotFound

    at = urlparse(address)
    client = Client(at.hostname, user, password, port=at.port)
    assert one(client.get_systems()).representation['state'] == 'online'
    had = one(client.get_pools(pool)).representation
    assert had['stgtype'] == 'fb' and int(had['capavail']) > 0, had
    assert lss in [each.id for each in client.get_lss()]
    assert all(each.representation['wwpn'] for each in client.get_ioports())

    made = one(client.create_volume('PEER', '1', pool, lss=lss, tp='ese'))
    several = client.create_volumes_with_names(['PEER1', 'PEER2'], '1', pool, lss=lss, tp='ese')
    ids = [made.id] + [each.id for each in several]
    assert len(set(ids)) == 3, ids
    of_pool = {each.id: each.representation for each in one(client.get_pools(pool)).get_volumes()}
    assert of_pool[made.id]['name'] == 'PEER' and of_pool[made.id]['stgtype'].lower() == 'fb', of_pool[made.id]

    client.create_host('PEERHOST', 'zLinux')
    refused(BadRequest, lambda: client.create_host('PEEROTHER', 'no-such-type'))
    client.create_host_port('C0507600000009FF', 'PEERHOST')
    host = one(client.get_hosts('PEERHOST'))
    host.create_mappings(volumes=[made.id])
    host.create_mappings(mappings=[{'07': ids[1]}])
    mapped = {each.representation['lunid']: each.representation['volume'] for each in host.get_mappings()}
    assert set(mapped.values()) == {made.id, ids[1]} and mapped['07'] == ids[1], mapped

    for each in host.get_mappings():
        host.delete_mapping(each.id)
    assert host.get_mappings() == []
    next(each for each in client.get_host_ports() if each.id == 'C0507600000009FF').delete()
    host.delete()
    for each in ids:
        one(client.get_volumes(each)).delete()
    refused(NotFound, lambda: client.get_volumes(made.id))
    refused(NotFound, lambda: client.get_hosts('PEERHOST'))


def refused(kind, call):
    try:
        call()
    except kind:
        return
    raise AssertionError('not refused as ' + kind.__name__)


if __name__ == '__main__':
    main(*sys.argv[1:])
    print('done')
