"""Prints the answers of a DS8000 that pyds8k has for its own tests, as one JSON object by path."""
import importlib
import json

PLACES = {'systems': '/systems', 'pools': '/pools', 'lss': '/lss', 'ioports': '/ioports', 'hosts': '/hosts',
          'host_ports': '/host_ports', 'volumes': '/pools/P2/volumes', 'mappings': '/hosts/host1/mappings',
          'flashcopies': '/cs/flashcopies', 'tokens': '/tokens'}

answers = {}
for name, path in PLACES.items():
    module = importlib.import_module('pyds8k.test.mock.' + name)
    answers['/api/v1' + path] = getattr(module, 'ALL', None) or getattr(module, 'ONE', None) or {
        key: value for key, value in vars(module).items() if key.isupper()}
print(json.dumps(answers))
