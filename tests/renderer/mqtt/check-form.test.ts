import { describe, expect, test } from 'vitest';
import { describeFieldError, labelsOf } from '../../../renderer/components/config-editor/field-errors.ts';
import { pemError, pemSummary } from '../../../renderer/components/form/pem.ts';
import { checkForm } from '../../../renderer/features/mqtt/form/check-form.ts';
import {
  CLIENT_FIELDS,
  type ClientForm,
  emptyForm,
  formOfClient,
} from '../../../renderer/features/mqtt/form/client-form.ts';
import { passwordNeedsUser, secretsToEnter } from '../../../renderer/features/mqtt/form/secrets.ts';
import { clientView } from '../../support/views/clients.ts';

const stored = clientView({ identifier: 'lab', host: 'broker.example', password_set: true });

/** A new client that could be saved. */
function goodForm(): ClientForm {
  return { ...emptyForm(), name: 'new', identifier: 'new' };
}

/** What is wrong at a field once the form was changed; undefined where nothing is. */
function wrong(change: (form: ClientForm) => void, path: string): string | undefined {
  const form = goodForm();
  change(form);
  return checkForm(form, { stored: null, clients: [stored] }).find((problem) => problem.path === path)?.message;
}

describe('what is wrong is said in a sentence, at its field', () => {
  test('nothing, with a name and an identifier', () => {
    expect(checkForm(goodForm(), { stored: null, clients: [stored] })).toEqual([]);
  });

  test.each<[string, (form: ClientForm) => void, string]>([
    ['port', (form) => (form.port = '188300'), 'Port: must be a whole number from 1 to 65535, got 188300.'],
    ['port', (form) => (form.port = ''), 'Port: must be a whole number from 1 to 65535.'],
    [
      'keep_alive',
      (form) => (form.keep_alive = '1.5'),
      'Keep-alive interval: must be a whole number from 0 to 65535 s.',
    ],
    ['host', (form) => (form.host = ''), 'Host: must not be empty.'],
    ['host', (form) => (form.host = 'mqtt://x'), 'Host: must be a name or an address, without mqtt://.'],
    ['name', (form) => (form.name = ''), 'Name (topic prefix): must not be empty.'],
    ['name', (form) => (form.name = 'a/#'), 'Name (topic prefix): must not contain +, # or control characters.'],
    ['identifier', (form) => (form.identifier = 'lab'), 'This identifier is already in use.'],
    ['identifier', (form) => (form.identifier = '..'), 'Identifier: must not be "." or "..".'],
    ['reconnect.max_delay', (form) => (form.reconnect.max_delay = 'x'), 'Maximum delay: must be 0.001 s to 86400 s.'],
    [
      'reconnect.min_delay',
      (form) => (form.reconnect.min_delay = '61'),
      'The initial delay (61 s) exceeds the maximum delay (60 s).',
    ],
    [
      'advanced.client_id',
      (form) => (form.advanced.client_id = 'ä'),
      'Client ID: must contain only letters, digits, hyphens, underscores, periods and colons.',
    ],
    [
      'advanced.discovery_prefix',
      (form) => (form.advanced.discovery_prefix = ''),
      'Discovery prefix: must not be empty.',
    ],
    [
      'advanced.alpn',
      (form) => (form.advanced.alpn = 'x'.repeat(256)),
      'ALPN protocols: must have protocol names of 1 to 255 bytes, got 256 bytes.',
    ],
    [
      'advanced.key',
      (form) => (form.advanced.certificate = '-----BEGIN CERTIFICATE-----'),
      'Enter the private key for this client certificate.',
    ],
    [
      'advanced.certificate',
      (form) => (form.advanced.key = '-----BEGIN PRIVATE KEY-----'),
      'Enter the client certificate for this private key.',
    ],
  ])('%s: %#', (path, change, sentence) => {
    expect(wrong(change, path)).toBe(sentence);
  });

  test('the order of the delays is said though something else is wrong too', () => {
    const change = (form: ClientForm): void => {
      form.port = 'x';
      form.reconnect.min_delay = '61';
    };
    expect(wrong(change, 'port')).toBeDefined();
    expect(wrong(change, 'reconnect.min_delay')).toBeDefined();
  });

  test('MQTT 3.1 takes shorter client ids', () => {
    const change = (form: ClientForm): void => {
      form.advanced.client_id = 'x'.repeat(24);
      form.protocol_version = '3';
    };
    expect(wrong(change, 'advanced.client_id')).toBe('Client ID: must have at most 23 characters with MQTT 3.1.');
  });

  test('two clients on one broker may not publish under the same topics', () => {
    const same = (form: ClientForm): void => {
      form.name = 'lab/hall';
      form.host = 'BROKER.example';
    };
    expect(wrong(same, 'name')).toBe(
      'The client “lab” already uses these topics on broker.example:1883. Enter another name.',
    );
    expect(wrong((form) => (form.name = 'lab'), 'name')).toBeUndefined();
    const own = formOfClient(stored);
    expect(checkForm(own, { stored, clients: [stored] })).toEqual([]);
  });
});

describe('stored secrets', () => {
  const withKey = clientView({
    identifier: 'tls',
    host: 'broker.example',
    ssl: true,
    password_set: true,
    advanced: {
      key_set: true,
      proxy: 'proxy.example:3128',
      proxy_password_set: true,
      certificate: { subject: '', issuer: '', valid_from: '', valid_to: '' },
    },
  });
  const NONE = { password: false, key: false, proxyPassword: false };
  const BOTH = { password: true, key: true, proxyPassword: true };

  test.each<[string, (form: ClientForm) => void]>([
    ['another host', (form) => (form.host = 'other.example')],
    ['another port', (form) => (form.port = '8883')],
    ['no TLS', (form) => (form.ssl = false)],
    ['no check of the name', (form) => (form.advanced.check_server_name = false)],
    ['no CA', (form) => (form.advanced.ca = '')],
    ['another proxy', (form) => (form.advanced.proxy = 'proxy.example:8080')],
    ['no proxy', (form) => (form.advanced.proxy = '')],
  ])('must be entered again for %s', (_, change) => {
    const form = formOfClient(withKey);
    expect(secretsToEnter(form, withKey)).toEqual(NONE);
    change(form);
    expect(secretsToEnter(form, withKey, true)).toEqual(BOTH);
    const paths = checkForm(form, { stored: withKey, clients: [] }).map(({ path }) => path);
    expect(paths).toEqual(['password', 'advanced.key', 'advanced.proxy_password']);
    form.password = 'new';
    form.advanced.key = '';
    form.advanced.proxy_password = 'new';
    expect(secretsToEnter(form, withKey)).toEqual(NONE);
  });

  test('with a CA that may be the stored one, only the service can tell', () => {
    const form = formOfClient(withKey);
    form.advanced.ca = '-----BEGIN CERTIFICATE-----';
    expect(secretsToEnter(form, withKey)).toEqual(BOTH);
    expect(secretsToEnter(form, withKey, true)).toEqual(NONE);
  });

  test('a PKCS#12 file has the key, and excludes PEM texts', () => {
    const form = formOfClient(withKey);
    form.advanced.pkcs12 = 'MAA=';
    expect(checkForm(form, { stored: withKey, clients: [] })).toEqual([]);
    form.advanced.certificate = '-----BEGIN CERTIFICATE-----';
    expect(checkForm(form, { stored: withKey, clients: [] }).map(({ path }) => path)).toEqual(['advanced.pkcs12']);
  });

  test('a host in other letters, and a port that is half typed, are no other address', () => {
    const form = formOfClient(withKey);
    form.host = 'Broker.Example';
    form.port = '';
    expect(secretsToEnter(form, withKey)).toEqual(NONE);
  });

  test('a password needs a username before MQTT 5', () => {
    const form = formOfClient(stored);
    expect(passwordNeedsUser(form, stored)).toBe(true);
    expect(passwordNeedsUser({ ...form, protocol_version: '5' }, stored)).toBe(false);
    expect(passwordNeedsUser({ ...form, username: 'u' }, stored)).toBe(false);
    expect(passwordNeedsUser({ ...form, password: '' }, stored)).toBe(false);
    expect(passwordNeedsUser({ ...emptyForm(), password: 'x' }, null)).toBe(true);
  });
});

describe('PEM texts', () => {
  const certificate = '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n';
  const key = '-----BEGIN RSA PRIVATE KEY-----\nAA==\n-----END RSA PRIVATE KEY-----\n';

  test('are counted, and each belongs to its field', () => {
    expect(pemSummary('certificate', certificate + certificate)).toBe('2 certificates');
    expect(pemSummary('key', key)).toBe('1 private key');
    expect(pemError('certificate', certificate)).toBeUndefined();
    expect(pemError('key', key)).toBeUndefined();
    expect(pemError('certificate', key)).toBe('This is a private key. Enter a certificate.');
    expect(pemError('key', certificate)).toBe('This is a certificate. Enter a private key.');
  });

  test('what is no PEM text, or locked, is refused with what to do', () => {
    expect(pemError('certificate', '0\u0082\u0001')).toMatch(/^Not a PEM certificate/);
    expect(pemError('key', '-----BEGIN ENCRYPTED PRIVATE KEY-----')).toMatch(/has a passphrase/);
  });
});

test.each([
  ['password', 'the password must be entered again', 'The password must be entered again.'],
  ['advanced.key', 'does not match the certificate', 'Client private key: does not match the certificate.'],
  ['', 'There may be 100 MQTT clients at most.', 'There may be 100 MQTT clients at most.'],
  ['colour', 'there is no such field', 'There is no such field.'],
  ['', 'must have at most 100 clients', 'Must have at most 100 clients.'],
  ['colour', 'is unknown', 'colour: is unknown.'],
])('the refusal of %j, %j, as a sentence', (path, message, sentence) => {
  expect(describeFieldError(labelsOf(CLIENT_FIELDS), path, message)).toBe(sentence);
});
