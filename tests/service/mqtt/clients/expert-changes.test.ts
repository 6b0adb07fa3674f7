import { describe, expect, test } from 'vitest';
import { applyExpertAdd, applyExpertRemove } from '../../../../service/mqtt/clients/changes.ts';
import { client, clientsOf, DEFAULT_FIELDS, refusal } from './support/clients.ts';
import { CA, CERTIFICATE, KEY } from './support/pem.ts';

const NONE = clientsOf();

/** The body of an expert addition. */
function body<Client>(clients: Record<string, Client>): { mqtt: { clients: Record<string, Client> } } {
  return { mqtt: { clients } };
}

describe('adding by the expert route', () => {
  test('what is left out has the default of the document, the name is the identifier', () => {
    const after = applyExpertAdd(NONE, body({ lab: {} }));
    expect(after).toEqual(clientsOf(client('lab')));
    expect(after.get('lab')?.fields).toEqual({ ...DEFAULT_FIELDS, name: 'lab' });
    expect(after.get('lab')?.secrets).toEqual({
      password: '',
      ca: '',
      certificate: '',
      key: '',
      proxy_password: '',
      signing_key: '',
    });
  });

  test('every field that is given is kept', () => {
    const fields = {
      host: 'broker.example',
      name: 'hall/east',
      username: 'reader',
      port: 8883,
      protocol_version: 5,
      keep_alive: 0,
      clean_session: false,
      ssl: true,
      reconnect: { enable: false, min_delay: 1, max_delay: 86_400_000 },
    } as const;
    const after = applyExpertAdd(NONE, body({ lab: { ...fields, password: 'secret' } }));
    expect(after).toEqual(clientsOf(client('lab', { fields, secrets: { password: 'secret' } })));
  });

  test('a part of reconnect leaves the rest of it at the defaults', () => {
    const after = applyExpertAdd(NONE, body({ lab: { reconnect: { max_delay: 5000 } } }));
    expect(after.get('lab')?.fields.reconnect).toEqual({ enable: true, min_delay: 1000, max_delay: 5000 });
  });

  test('an update brings what is left out back to the defaults, and deletes the password', () => {
    const before = clientsOf(client('lab', { fields: { port: 1884, username: 'x' }, secrets: { password: 'secret' } }));
    expect(applyExpertAdd(before, body({ lab: { port: 1884 } }))).toEqual(
      clientsOf(client('lab', { fields: { port: 1884 } })),
    );
  });

  test('an update keeps what the app API added, certificates and key included', () => {
    const advanced = { qos: 2, enabled: false, client_id: 'mine' } as const;
    const secrets = { ca: CA, certificate: CERTIFICATE, key: KEY };
    const before = clientsOf(client('lab', { fields: { ssl: true }, advanced, secrets }));
    expect(applyExpertAdd(before, body({ lab: { ssl: true, password: 'new' } }))).toEqual(
      clientsOf(client('lab', { fields: { ssl: true }, advanced, secrets: { ...secrets, password: 'new' } })),
    );
  });

  test.each([
    ['host', { host: 'elsewhere.example', ssl: true }],
    ['port', { port: 8884, ssl: true }],
    ['ssl', {}],
  ])('a key and its certificate go when the %s changes; the authority stays', (_what, fields) => {
    const secrets = {
      password: 'secret',
      ca: CA,
      certificate: CERTIFICATE,
      key: KEY,
      proxy_password: '',
      signing_key: '',
    };
    const before = clientsOf(client('lab', { fields: { ssl: true }, secrets }));
    const after = applyExpertAdd(before, body({ lab: { ...fields, password: 'new' } }));
    expect(after.get('lab')?.secrets).toEqual({
      password: 'new',
      ca: CA,
      certificate: '',
      key: '',
      proxy_password: '',
      signing_key: '',
    });
  });

  test('the letter case of a host is no other address', () => {
    const secrets = { ca: CA, certificate: CERTIFICATE, key: KEY };
    const before = clientsOf(client('lab', { fields: { host: 'Broker.example' }, secrets }));
    const after = applyExpertAdd(before, body({ lab: { host: 'broker.EXAMPLE' } }));
    expect(after.get('lab')?.secrets?.key).toBe(KEY);
  });

  test('a client whose secrets cannot be read gets the password that is given, and none if none is', () => {
    const before = clientsOf(client('lab', { secrets: null }));
    expect(applyExpertAdd(before, body({ lab: { password: 'new' } })).get('lab')?.secrets?.password).toBe('new');
    expect(applyExpertAdd(before, body({ lab: {} })).get('lab')?.secrets?.password).toBe('');
  });

  test('MQTT 3.1 is refused for a client id that is too long for it', () => {
    const before = clientsOf(client('lab', { advanced: { client_id: 'a'.repeat(24) } }));
    const { paths, message } = refusal(() => applyExpertAdd(before, body({ lab: { protocol_version: 3 } })));
    expect(paths).toEqual(['mqtt.clients.lab.protocol_version']);
    expect(message).toContain('23');
    const fitting = clientsOf(client('lab', { advanced: { client_id: 'a'.repeat(23) } }));
    expect(applyExpertAdd(fitting, body({ lab: { protocol_version: 3 } })).size).toBe(1);
  });

  test('the clients that were there are not touched, nor the map', () => {
    const before = clientsOf(client('attic', { secrets: { password: 'a' } }));
    const after = applyExpertAdd(before, body({ lab: {} }));
    expect(after.get('attic')).toBe(before.get('attic'));
    expect([...before.keys()]).toEqual(['attic']);
  });

  test('one client too many refuses all of them, naming the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, {}]));
    const full = applyExpertAdd(NONE, body(many));
    expect(full.size).toBe(100);
    expect(applyExpertAdd(full, body({ c7: { port: 7 } })).size).toBe(100);
    const { code, message } = refusal(() => applyExpertAdd(full, body({ one: {} })));
    expect(code).toBe('bad-request');
    expect(message).toContain('100');
  });

  test('thousands of clients in one request are refused at once, in few words', () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`c${index}`, { name: 'same' }]));
    const { message } = refusal(() => applyExpertAdd(NONE, body(many)));
    expect(message.length).toBeLessThan(300);
  });
});

describe('removing by the expert route', () => {
  const before = clientsOf(
    client('one', { fields: { name: 'hall' } }),
    client('two', { fields: { name: 'hall', port: 1884 } }),
    client('hall', { fields: { name: 'cellar' } }),
    client('four', { fields: { name: 'attic' } }),
  );
  const remove = (...entries: string[]) => applyExpertRemove(before, { mqtt: { clients: entries } });
  const remaining = (...entries: string[]) => [...remove(...entries).keys()];

  test('goes by name first, and takes all clients of that name', () => {
    expect(remaining('hall')).toEqual(['hall', 'four']);
  });

  test('goes by identifier where no name matches', () => {
    expect(remaining('four', 'one')).toEqual(['two', 'hall']);
  });

  test('an entry that matches what another one matched is fine', () => {
    expect(remaining('attic', 'four', 'attic')).toEqual(['one', 'two', 'hall']);
  });

  test('an entry that matches nothing refuses all, naming each such entry and its place', () => {
    const { code, errors } = refusal(() => remove('attic', 'Attic', 'hall', 'cellar '));
    expect(code).toBe('bad-request');
    expect(errors).toEqual([
      { path: 'mqtt.clients.1', message: expect.stringContaining('"Attic"') },
      { path: 'mqtt.clients.3', message: expect.stringContaining('"cellar "') },
    ]);
  });

  test('a great many such entries are refused in few words', () => {
    expect(refusal(() => remove(...Array.from({ length: 50_000 }, () => 'x'))).message.length).toBeLessThan(3000);
  });
});
