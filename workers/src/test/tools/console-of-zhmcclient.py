"""Serves the mock HMC of zhmcclient over HTTPS, as an examiner of our client that its peers wrote.

    console-of-zhmcclient.py z14|z16|z17 SERVER.PEM

reads the password as a line, prints the port and serves until its input ends. What the mock does in its process and the Web Services API by HTTP (SC27-2638: "Session creation", "Query Job
Status", "Common error response body") is written here: the session's header with 403.4 and 403.5, jobs of asynchronous
operations, statuses, the body of an error. Everything else answers zhmcclient.mock.
"""
import json
import ssl
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from zhmcclient.mock import FakedSession
from zhmcclient.mock._urihandler import FakedHTTPError

USER = 'gulliver'
# A start or stop of a partition is a job; the mock does it at once.
ASYNCHRONOUS = ('/operations/start', '/operations/stop', '/operations/start-fcp-storage-discovery')
LEVELS = {'z14': ('2.40', '2.14.1', '3906'), 'z16': ('4.10', '2.16.0', '3931'), 'z17': ('4.10', '2.17.0', '9175')}


def definition(machine):
    api, version, kind = LEVELS[machine]
    cpc = {'object-id': 'm1', 'name': 'M1', 'status': 'active', 'dpm-enabled': True, 'machine-type': kind,
           'se-version': version, 'processor-count-ifl': 32, 'storage-customer': 1048576,
           'storage-customer-available': 786432, 'description': ''}
    if machine != 'z14':
        cpc['maximum-partitions'] = 85
    adapters = [
        {'properties': {'object-id': 'osa1', 'name': 'OSA1', 'adapter-id': '108', 'port-count': 2, 'status': 'active',
                        'state': 'online', 'type': 'osd', 'adapter-family': 'osa', 'description': '',
                        'detected-card-type': 'osa-express-7s-25gbe'},
         'ports': [{'properties': {'element-id': 'p%d' % i, 'name': 'Port %d' % i, 'index': i, 'description': ''}}
                   for i in (0, 1)]},
        {'properties': {'object-id': 'fcp1', 'name': 'FCP1', 'adapter-id': '118', 'port-count': 1, 'status': 'active',
                        'state': 'online', 'type': 'fcp', 'adapter-family': 'ficon', 'description': '',
                        'detected-card-type': 'ficon-express-16sa'},
         'ports': [{'properties': {'element-id': 'p0', 'name': 'Port 0', 'index': 0, 'description': ''}}]}]
    theirs = {'properties': {'object-id': 'part1', 'name': 'PART1', 'type': 'linux', 'status': 'active',
                             'description': '', 'ifl-processors': 1, 'initial-memory': 4096, 'maximum-memory': 4096},
              'nics': [{'properties': {'element-id': 'nic1', 'name': 'NIC1', 'type': 'osd', 'device-number': '0010',
                                       'description': '', 'virtual-switch-uri': '/api/virtual-switches/vs1'}}]}
    # In the order in which the mock can look up what is named.
    m1 = {'properties': cpc, 'adapters': adapters, 'virtual_switches': [
        {'properties': {'object-id': 'vs1', 'name': 'VS1', 'backing-adapter-uri': '/api/adapters/osa1', 'port': 0,
                        'description': ''}}], 'partitions': [theirs]}
    if machine == 'z17':
        # No virtual switches; cards stand on ports ("Network adapters of a z17").
        del m1['virtual_switches']
        nic = theirs['nics'][0]['properties']
        del nic['virtual-switch-uri']
        nic['network-adapter-port-uri'] = '/api/adapters/osa1/network-ports/p0'
    group = {'properties': {'object-id': 'sg1', 'name': 'SG1', 'shared': False, 'type': 'fcp', 'description': '',
                            'fulfillment-state': 'complete', 'cpc-uri': '/api/cpcs/m1', 'candidate-adapter-port-uris': []},
             'storage_volumes': [{'properties': {'element-id': 'sv1', 'name': 'SV1', 'fulfillment-state': 'complete',
                                                 'size': 10.0, 'usage': 'boot', 'description': ''}}]}
    classic = {'properties': {'object-id': 'm2', 'name': 'M2', 'status': 'active', 'dpm-enabled': False,
                              'machine-type': kind, 'se-version': version, 'description': ''}}
    return {'hmc_definition': {
        'host': 'hmc1', 'api_version': api,
        'consoles': [{'properties': {'object-uri': '/api/console', 'object-id': 'c1', 'name': 'HMC1', 'version': version,
                                     'description': ''},
                      'users': [{'properties': {'object-id': 'u1', 'name': USER, 'type': 'standard', 'description': '',
                                                'authentication-type': 'local'}}],
                      'storage_groups': [group]}],
        'cpcs': [m1, classic]}}


class Console(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    mock = urihandler = password = None
    jobs, sessions, lock = {}, set(), threading.Lock()

    def answer(self, status, body=None):
        data = b'' if body is None else json.dumps(body, default=lambda one: one.uri).encode()
        self.send_response(status)
        if data:
            self.send_header('Content-Type', 'application/json;charset=UTF-8')
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, reason, message):
        self.answer(status, {'request-method': self.command, 'request-uri': self.path, 'http-status': status,
                             'reason': reason, 'message': message})

    def serve(self):
        raw = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        try:
            body = json.loads(raw) if raw else None
        except ValueError:
            return self.refuse(400, 9, 'the body is not JSON')
        if raw and not (self.headers.get('Content-Type') or '').startswith('application/json'):
            return self.refuse(400, 2, 'Content-Type is not application/json')
        with self.lock:
            try:
                return self.route(body)
            except FakedHTTPError as refused:
                return self.answer(refused.http_status, refused.response())

    def route(self, body):
        method, path = self.command, self.path
        if path not in ('/api/version', '/api/sessions'):
            session = self.headers.get('X-API-Session')
            if not session:
                return self.refuse(403, 4, 'no session')
            if session not in self.sessions:
                return self.refuse(403, 5, 'the session is none')
        if path.startswith('/api/jobs/'):
            if path not in self.jobs:
                return self.refuse(404, 1, 'no such job')
            if method == 'DELETE':
                del self.jobs[path]
                return self.answer(204)
            return self.answer(200, self.jobs[path])
        if path == '/api/sessions':
            if (body or {}).get('password') != self.password:
                return self.refuse(403, 0, 'user or password are refused')
            opened = self.urihandler.post(self.mock, path, body, False, True)
            self.sessions.add(opened['api-session'])
            return self.answer(200, opened)
        if method == 'GET':
            return self.answer(200, self.urihandler.get(self.mock, path, False))
        if method == 'DELETE':
            if path.endswith('/this-session'):
                self.sessions.discard(self.headers['X-API-Session'])
            self.urihandler.delete(self.mock, path, False)
            return self.answer(204)
        done = self.urihandler.post(self.mock, path, body, False, True)
        if path.endswith(ASYNCHRONOUS):
            job = '/api/jobs/' + uuid.uuid4().hex
            self.jobs[job] = {'status': 'complete', 'job-status-code': 204, 'job-reason-code': 0, 'job-results': None}
            return self.answer(202, {'job-uri': job})
        if not done:
            return self.answer(204)
        return self.answer(201 if 'object-uri' in done or 'element-uri' in done else 200, done)

    do_GET = do_POST = do_DELETE = serve

    def log_message(self, *args):
        pass


def main(machine, certificate):
    password = sys.stdin.readline().strip()
    session = FakedSession.from_hmc_dict(definition(machine), userid=USER, password=password)
    Console.mock, Console.urihandler, Console.password = session._hmc, session._urihandler, password
    server = ThreadingHTTPServer(('127.0.0.1', 0), Console)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    server.serve_forever()


if __name__ == '__main__':
    main(*sys.argv[1:])
