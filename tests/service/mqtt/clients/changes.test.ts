import { describe, expect, test } from 'vitest';
import {
  applyCreate,
  applyExpertAdd,
  applyImport,
  applyRemove,
  applyRestore,
  applySetEnabled,
  applyUpdate,
  testConfig,
} from '../../../../service/mqtt/clients/changes.ts';
import { exportFile } from '../../../../service/mqtt/clients/views.ts';
import { client, clientsOf, refusal } from './support/clients.ts';
import { CA, CERTIFICATE, KEY, OTHER_CA, OTHER_CERTIFICATE, OTHER_KEY } from './support/pem.ts';

const NONE = clientsOf();

/** The body of an expert addition. */
function body<Client>(clients: Record<string, Client>): { mqtt: { clients: Record<string, Client> } } {
  return { mqtt: { clients } };
}

describe('the password of the proxy', () => {
  const proxy = 'proxy.example:3128';
  const before = clientsOf(
    client('lab', { advanced: { proxy, proxy_username: 'ann' }, secrets: { proxy_password: 'secret' } }),
  );
  const stored = (after: ReturnType<typeof applyUpdate>): unknown => after.get('lab')?.secrets?.proxy_password;

  test('stays with the same addresses, and is deleted by an empty text', () => {
    const put = (advanced: object): unknown => stored(applyUpdate(before, 'lab', { advanced: { proxy, ...advanced } }));
    expect(put({})).toBe('secret');
    expect(put({ proxy: 'PROXY.example:3128' })).toBe('secret');
    expect(put({ proxy_password: '' })).toBe('');
    expect(put({ proxy_password: 'new' })).toBe('new');
  });

  test.each([
    ['another proxy', { advanced: { proxy: 'other.example:3128' } }],
    ['no proxy', {}],
    ['another broker', { host: 'other.example', advanced: { proxy } }],
  ])('must be entered again for %s', (_, input) => {
    expect(refusal(() => applyUpdate(before, 'lab', input)).paths).toEqual(['advanced.proxy_password']);
  });

  test('goes with the address in the expert operation, which leaves the proxy as it is', () => {
    expect(stored(applyExpertAdd(before, body({ lab: {} })))).toBe('secret');
    const after = applyExpertAdd(before, body({ lab: { port: 1884 } }));
    expect([after.get('lab')?.advanced.proxy, stored(after)]).toEqual([proxy, '']);
  });
});

describe('creating by the app API', () => {
  test('what is left out has its default', () => {
    expect(applyCreate(NONE, { identifier: 'lab' })).toEqual(clientsOf(client('lab')));
  });

  test('what is given is kept, secrets included', () => {
    const secrets = {
      password: 'secret',
      ca: CA,
      certificate: CERTIFICATE,
      key: KEY,
      proxy_password: '',
      signing_key: '',
    };
    const { password, ...pem } = secrets;
    const advanced = { qos: 0, layout: 'both', discovery: true, discovery_prefix: 'ha', enabled: false } as const;
    const after = applyCreate(NONE, { identifier: 'lab', ssl: true, password, advanced: { ...advanced, ...pem } });
    expect(after).toEqual(clientsOf(client('lab', { fields: { ssl: true }, advanced, secrets })));
  });

  test('an identifier that is taken is a conflict', () => {
    const { code, paths, message } = refusal(() => applyCreate(clientsOf(client('lab')), { identifier: 'lab' }));
    expect(code).toBe('conflict');
    expect(paths).toEqual(['identifier']);
    expect(message).toContain('"lab"');
  });

  test('certificates are looked into, and no part of them is told', () => {
    const { paths, message } = refusal(() =>
      applyCreate(NONE, { identifier: 'lab', advanced: { ca: 'x', certificate: CERTIFICATE, key: OTHER_KEY } }),
    );
    expect(paths).toEqual(['advanced.ca']);
    const pair = refusal(() =>
      applyCreate(NONE, { identifier: 'lab', advanced: { certificate: CERTIFICATE, key: OTHER_KEY } }),
    );
    expect(pair.paths).toEqual(['advanced.key']);
    for (const text of [message, pair.message]) expect(text).not.toMatch(/MIG|MIIB/);
  });

  test('an identifier that cannot be a name needs a name', () => {
    const { paths } = refusal(() => applyCreate(NONE, { identifier: '$lab' }));
    expect(paths).toEqual(['name']);
    expect(applyCreate(NONE, { identifier: '$lab', name: 'lab' }).size).toBe(1);
  });
});

describe('putting by the app API', () => {
  const secrets = {
    password: 'secret',
    ca: CA,
    certificate: CERTIFICATE,
    key: KEY,
    proxy_password: '',
    signing_key: '',
  };
  const before = clientsOf(client('lab', { fields: { ssl: true, host: 'a.example' }, secrets }));
  const same = { ssl: true, host: 'a.example' };

  test('fields and "advanced" go back to their defaults, secrets stay', () => {
    const odd = clientsOf(client('lab', { fields: { keep_alive: 5 }, advanced: { qos: 2 }, secrets }));
    expect(applyUpdate(odd, 'lab', {})).toEqual(clientsOf(client('lab', { secrets })));
  });

  test('an empty text removes a secret, a new one replaces it', () => {
    const { password, ca, certificate, key } =
      applyUpdate(before, 'lab', {
        ...same,
        password: '',
        advanced: { certificate: OTHER_CERTIFICATE, key: OTHER_KEY },
      }).get('lab')?.secrets ?? {};
    expect([password, ca, certificate, key]).toEqual(['', CA, OTHER_CERTIFICATE, OTHER_KEY]);
  });

  test.each([
    ['host', { ...same, host: 'b.example' }],
    ['port', { ...same, port: 1884 }],
    ['ssl', { ...same, ssl: false }],
    ['check of the server name', { ...same, advanced: { check_server_name: false } }],
    ['authority', { ...same, advanced: { ca: OTHER_CA } }],
    ['authority, which is removed,', { ...same, advanced: { ca: '' } }],
  ])('another %s without the password is refused', (_what, input) => {
    const { code, errors } = refusal(() => applyUpdate(before, 'lab', input));
    expect(code).toBe('bad-request');
    expect(errors).toEqual([
      {
        path: 'password',
        message: expect.stringMatching(/^must be entered again because the address changed/),
      },
      { path: 'advanced.key', message: expect.stringMatching(/^must be entered again because the address changed/) },
    ]);
  });

  test.each([
    ['given anew', 'new', KEY],
    ['removed', '', ''],
  ])('another host is taken with secrets that are %s', (_what, password, key) => {
    const input = { ...same, host: 'b.example', password, advanced: { certificate: key && CERTIFICATE, key } };
    expect(applyUpdate(before, 'lab', input).get('lab')?.secrets).toMatchObject({ password, key });
  });

  test('a new authority counts where there was none', () => {
    const plain = clientsOf(client('lab', { secrets: { password: 'secret' } }));
    expect(refusal(() => applyUpdate(plain, 'lab', { advanced: { ca: CA } })).paths).toEqual(['password']);
  });

  test('an address may change without more where there is nothing to protect', () => {
    const plain = clientsOf(client('lab', { secrets: { ca: CA } }));
    expect(applyUpdate(plain, 'lab', { host: 'b.example' }).get('lab')?.secrets?.ca).toBe(CA);
  });

  test('the letter case of the host, the name and the user may change', () => {
    const input = { ...same, host: 'A.Example', name: 'hall', username: 'reader' };
    expect(applyUpdate(before, 'lab', input).get('lab')?.secrets).toEqual(secrets);
  });

  test('a new key must fit the certificate that stays', () => {
    expect(refusal(() => applyUpdate(before, 'lab', { ...same, advanced: { key: OTHER_KEY } })).paths).toEqual([
      'advanced.key',
    ]);
    expect(refusal(() => applyUpdate(before, 'lab', { ...same, advanced: { key: '' } })).paths).toEqual([
      'advanced.key',
    ]);
    expect(refusal(() => applyUpdate(before, 'lab', { ...same, advanced: { certificate: '' } })).paths).toEqual([
      'advanced.certificate',
    ]);
  });

  test('a client that is not there is not found', () => {
    expect(refusal(() => applyUpdate(before, 'Lab', {})).code).toBe('not-found');
  });

  test('an identifier that cannot be a name needs a name', () => {
    const odd = clientsOf(client('a+b', { fields: { name: 'ab' } }));
    expect(refusal(() => applyUpdate(odd, 'a+b', {})).paths).toEqual(['name']);
    expect(applyUpdate(odd, 'a+b', { name: 'c' }).get('a+b')?.fields.name).toBe('c');
  });

  describe('where the secrets cannot be read', () => {
    const unreadable = clientsOf(client('lab', { secrets: null }));

    test('they stay while nothing about them changes', () => {
      expect(applyUpdate(unreadable, 'lab', { name: 'hall' }).get('lab')?.secrets).toBeNull();
    });

    test('a password that is entered takes their place', () => {
      expect(applyUpdate(unreadable, 'lab', { password: 'new', port: 1884 }).get('lab')?.secrets).toEqual({
        password: 'new',
        ca: '',
        certificate: '',
        key: '',
        proxy_password: '',
        signing_key: '',
      });
    });

    test.each([
      ['another address', { port: 1884 }],
      ['a certificate', { advanced: { ca: CA } }],
    ])('%s needs the password', (_what, input) => {
      expect(refusal(() => applyUpdate(unreadable, 'lab', input)).paths).toEqual(['password']);
    });
  });
});

describe('trying a client', () => {
  const before = client('lab', { secrets: { password: 'secret' } });

  test('has the secrets that are stored, at the stored address alone', () => {
    expect(testConfig(before, { username: 'reader' })).toEqual(
      client('lab', { fields: { username: 'reader' }, secrets: { password: 'secret' } }),
    );
    expect(refusal(() => testConfig(before, { host: 'evil.example' })).paths).toEqual(['password']);
  });

  test('needs no client', () => {
    expect(testConfig(undefined, { host: 'a.example', password: 'p' })).toMatchObject({
      fields: { host: 'a.example' },
      secrets: { password: 'p' },
    });
    expect(refusal(() => testConfig(undefined, { advanced: { key: KEY } })).paths).toEqual(['advanced.certificate']);
  });
});

describe('importing', () => {
  test("the vendor's file brings clear-text passwords, and leaves the app's additions alone", () => {
    const before = clientsOf(client('lab', { advanced: { qos: 2 }, secrets: { ca: CA } }));
    const after = applyImport(before, body({ lab: { password: 'p', port: 1884 }, hall: { password: 'q' } }));
    expect(after).toEqual(
      clientsOf(
        client('lab', { fields: { port: 1884 }, advanced: { qos: 2 }, secrets: { password: 'p', ca: CA } }),
        client('hall', { secrets: { password: 'q' } }),
      ),
    );
  });

  test('an export of ours brings everything back but the secrets', () => {
    const configs = [
      client('lab', {
        fields: { port: 8883, ssl: true },
        advanced: { qos: 0, client_id: 'x' },
        secrets: { password: 'p' },
      }),
      client('hall', { secrets: null }),
    ];
    const file = exportFile(configs);
    expect(JSON.stringify(file)).not.toContain('password');
    const after = applyImport(NONE, file);
    expect([...after.keys()]).toEqual(['lab', 'hall']);
    for (const { identifier, fields, advanced } of configs) {
      expect(after.get(identifier)).toEqual({ identifier, fields, advanced, secrets: client('x').secrets });
    }
  });

  test('our own file may refer to secrets, which are not there', () => {
    const after = applyImport(NONE, body({ lab: { secret: 'mqtt-0123', advanced: {} } }));
    expect(after).toEqual(clientsOf(client('lab')));
  });

  test('a client that is there is replaced, "advanced" included; the stored password stays where the address does', () => {
    const secrets = {
      password: 'secret',
      ca: CA,
      certificate: CERTIFICATE,
      key: KEY,
      proxy_password: '',
      signing_key: '',
    };
    const before = clientsOf(client('lab', { advanced: { qos: 2, enabled: false }, secrets }));
    expect(applyImport(before, body({ lab: { advanced: { qos: 0 } } }))).toEqual(
      clientsOf(client('lab', { advanced: { qos: 0 }, secrets })),
    );
    expect(applyImport(before, body({ lab: {} })).get('lab')?.secrets?.password).toBe('secret');
    expect(applyImport(before, body({ lab: { password: '' } })).get('lab')?.secrets?.password).toBe('');
  });

  test.each([
    ['another address', { port: 1884, advanced: {} }, CA],
    ['other checks', { advanced: { check_server_name: false } }, CA],
    ['another authority', { advanced: { ca: OTHER_CA } }, OTHER_CA],
  ])('%s costs the stored password and key', (_what, input, ca) => {
    const secrets = {
      password: 'secret',
      ca: CA,
      certificate: CERTIFICATE,
      key: KEY,
      proxy_password: '',
      signing_key: '',
    };
    const before = clientsOf(client('lab', { secrets }));
    expect(applyImport(before, body({ lab: input })).get('lab')?.secrets).toEqual({
      password: '',
      ca,
      certificate: '',
      key: '',
      proxy_password: '',
      signing_key: '',
    });
  });

  test('a certificate that is wrong is named by its path in the file', () => {
    const { paths } = refusal(() => applyImport(NONE, body({ lab: { advanced: { certificate: CERTIFICATE } } })));
    expect(paths).toEqual(['mqtt.clients.lab.advanced.key']);
  });
});

describe('small changes', () => {
  const before = clientsOf(client('lab', { secrets: { password: 'secret' } }), client('hall', { secrets: null }));

  test('a client is switched off and on, and nothing else of it changes', () => {
    const off = applySetEnabled(before, 'lab', false);
    expect(off.get('lab')).toEqual(client('lab', { advanced: { enabled: false }, secrets: { password: 'secret' } }));
    expect(applySetEnabled(off, 'lab', true)).toEqual(before);
    expect(refusal(() => applySetEnabled(before, 'x', true)).code).toBe('not-found');
  });

  test('a client is removed and comes back with its secrets', () => {
    const removed = applyRemove(before, 'lab');
    expect([...removed.keys()]).toEqual(['hall']);
    expect(applyRestore(removed, before.get('lab')!)).toEqual(before);
    expect(refusal(() => applyRemove(removed, 'lab')).code).toBe('not-found');
  });

  test('it does not come back where its identifier or its name is taken', () => {
    const lab = client('lab');
    expect(refusal(() => applyRestore(clientsOf(lab), lab)).code).toBe('conflict');
    const { code, paths } = refusal(() => applyRestore(clientsOf(client('other', { fields: { name: 'lab' } })), lab));
    expect([code, paths]).toEqual(['bad-request', ['name']]);
  });
});
