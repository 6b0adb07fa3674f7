import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm } from '../../../renderer/features/mqtt/form/check-form.ts';
import {
  configurationText,
  copyNames,
  emptyForm,
  formOfClient,
  formOfCopy,
  formText,
  inputOfForm,
  uniqueIdentifier,
} from '../../../renderer/features/mqtt/form/client-form.ts';
import { MQTT_ADVANCED_DEFAULTS, mqttClientInputSchema, prefixesOverlap } from '../../../service/contract/index.ts';
import { clientView } from '../../support/views/clients.ts';
import { anyClient } from './support.ts';

describe('a client in the form', () => {
  test('comes out as it went in, its secrets left as they are', () => {
    fc.assert(
      fc.property(anyClient, (view) => {
        const { identifier: _identifier, password_set: _set, status: _status, ...fields } = view;
        const {
          ca: _ca,
          certificate: _certificate,
          key_set: _keySet,
          proxy_password_set: _atProxy,
          ...advanced
        } = fields.advanced;
        const input = inputOfForm(formOfClient(view));
        expect(input).toEqual({ ...fields, advanced });
        expect(mqttClientInputSchema.safeParse(input).success).toBe(true);
        expect(checkForm(formOfClient(view), { stored: view, clients: [view] })).toEqual([]);
      }),
    );
  });

  test('a new one has the defaults of the contract', () => {
    const { name: _name, ...input } = inputOfForm(emptyForm());
    expect(input).toEqual({
      host: 'localhost',
      username: '',
      port: 1883,
      protocol_version: 4,
      keep_alive: 60,
      clean_session: true,
      ssl: false,
      reconnect: { enable: true, min_delay: 1000, max_delay: 60_000 },
      advanced: MQTT_ADVANCED_DEFAULTS,
    });
  });

  test('secrets are sent where they were typed, and as empty texts where they are removed', () => {
    const form = emptyForm();
    form.password = 'secret';
    form.advanced.ca = '';
    expect(inputOfForm(form).password).toBe('secret');
    expect(inputOfForm(form).advanced?.ca).toBe('');
    expect(inputOfForm(form).advanced).not.toHaveProperty('key');
  });

  test('spaces around a host and a client id are nobody’s wish', () => {
    const form = emptyForm();
    form.host = ' broker.example ';
    form.advanced.client_id = ' abc ';
    expect(inputOfForm(form)).toMatchObject({ host: 'broker.example', advanced: { client_id: 'abc' } });
  });

  test('what cannot be a number is sent as none', () => {
    const form = emptyForm();
    form.port = '18830a';
    expect(inputOfForm(form).port).toBeNaN();
  });
});

describe('whether two say the same', () => {
  const view = clientView({ identifier: 'lab' });

  test('a configuration stays the same whatever the client does, on or off', () => {
    const other = clientView({
      identifier: 'lab',
      status: { published: 5, state: 'failed' },
      advanced: { enabled: false },
    });
    expect(configurationText(other)).toBe(configurationText(view));
  });

  test.each([
    { keep_alive: 30 },
    { password_set: true },
    { advanced: { key_set: true } },
    { advanced: { ca: { subject: 'CN=a', issuer: 'CN=a', valid_from: '', valid_to: '' } } },
  ])('it differs by %j', (change) => {
    expect(configurationText(clientView({ identifier: 'lab', ...change }))).not.toBe(configurationText(view));
  });

  test('forms differ by their texts', () => {
    expect(formText({ ...emptyForm(), password: 'a' })).not.toBe(formText({ ...emptyForm(), password: 'b' }));
    expect(formText(emptyForm())).toBe(formText(emptyForm()));
  });
});

describe('names for new clients', () => {
  const local = clientView({ identifier: 'local' });

  test.each([
    ['Plant / Hall 2', 'plant-hall-2'],
    ['Größe', 'größe'],
    ['...', 'client'],
    ['local', 'local-2'],
  ])('the identifier for %j is %s', (name, identifier) => {
    expect(uniqueIdentifier(name, [local])).toBe(identifier);
  });

  test('a copy publishes under topics of its own', () => {
    const clients = [local, clientView({ identifier: 'local-copy' })];
    expect(copyNames(local, clients)).toEqual({ name: 'local-copy-2', identifier: 'local-copy-2' });
    const long = clientView({ identifier: 'x', name: 'x'.repeat(255) });
    const { name } = copyNames(long, [long]);
    expect(name.length).toBeLessThanOrEqual(255);
    expect(prefixesOverlap(name, long.name)).toBe(false);
  });

  test('a copy is kept apart from the clients on its own broker alone', () => {
    const hall = clientView({ identifier: 'hall', name: 'fleet/hall', host: 'Broker.local', port: 8883 });
    const onOthers = [
      clientView({ identifier: 'a', name: 'fleet', host: 'other.local', port: 8883 }),
      clientView({ identifier: 'b', name: 'fleet/hall-copy', host: 'broker.local', port: 1883 }),
    ];
    expect(copyNames(hall, [...onOthers, hall]).name).toBe('fleet/hall-copy');
    const beside = clientView({ identifier: 'c', name: 'fleet/hall-copy', host: 'broker.LOCAL', port: 8883 });
    expect(copyNames(hall, [...onOthers, hall, beside]).name).toBe('fleet/hall-copy-2');
  });

  test('a name that no number makes free is left to the form to refuse', () => {
    const [hall, above] = ['fleet/hall', 'fleet'].map((name) => clientView({ identifier: name, name }));
    if (!hall || !above) throw new Error('There is no client.');
    expect(copyNames(hall, [hall, above]).name).toMatch(/^fleet\/hall-copy-\d$/);
  });

  test('a copy has neither the secrets nor the client id', () => {
    const view = clientView({ identifier: 'local', password_set: true, advanced: { client_id: 'me', qos: 2 } });
    const input = inputOfForm(formOfCopy(view, { name: 'b', identifier: 'b' }));
    expect(input).not.toHaveProperty('password');
    expect(input).toMatchObject({ name: 'b', advanced: { client_id: '', qos: 2 } });
  });
});
