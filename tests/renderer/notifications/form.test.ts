import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm, secretsToEnter } from '../../../renderer/features/notifications/editor/check-form.ts';
import {
  configurationText,
  type DestinationForm,
  emptyForm,
  fieldsOfKind,
  formOfCopy,
  formOfDestination,
  inputOfForm,
} from '../../../renderer/features/notifications/editor/destination-form.ts';
import {
  type DestinationInput,
  type DestinationKind,
  destinationInputSchema,
  NOTIFICATION_FIELDS,
} from '../../../service/contract/index.ts';
import { destinationView } from '../../support/views/destinations.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,18}[a-z0-9]$/);
const url = fc.constantFrom('http://localhost:8086', 'https://a.example/base', 'https://[::1]:8428/x');

const anyConfig: fc.Arbitrary<Partial<DestinationInput>> = fc
  .record({
    own: fc.oneof(
      fc.record({
        kind: fc.constant('email' as const),
        host: word,
        port: fc.integer({ min: 1, max: 65_535 }),
        encryption: fc.constantFrom('starttls' as const, 'tls' as const, 'none' as const),
        username: fc.oneof(fc.constant(''), word),
        to: fc
          .uniqueArray(word, { minLength: 1, maxLength: 5 })
          .map((names) => names.map((name) => `${name}@a.example`)),
      }),
      fc.record({
        kind: fc.constant('webhook' as const),
        url,
        headers: fc
          .uniqueArray(word, { maxLength: 3 })
          .map((names) => names.map((name) => `X-${name}: 100% of it, or so`)),
        template: fc.constantFrom('', '{"text":\n  "{{text}}"}'),
      }),
      fc.record({ kind: fc.constant('ntfy' as const), url, topic: word, tags: fc.uniqueArray(word, { maxLength: 5 }) }),
    ),
    name: word,
    quiet_days: fc.subarray(['mon', 'tue', 'sun'] as const),
    delay_min: fc.integer({ min: 0, max: 1440 }),
    alarms: fc.constantFrom('all' as const, 'devices' as const, 'rules' as const),
    device_list: fc.constantFrom<string[]>(['usb/E%20 1']),
    rule_list: fc.constantFrom<string[]>(['a01b2c3d4']),
    check_server_name: fc.boolean(),
  })
  .map(({ own, ...shared }) => Object.assign({}, own, shared));

describe('a destination in the form', () => {
  test('comes out as it went in, its secrets left as they are, and nothing is wrong with it', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const view = destinationView({ id: 'a', config, password_set: true, token_set: true, signing_key_set: true });
        const { password, token, signing_key, ca, ...fields } = destinationInputSchema.parse(
          inputOfForm(formOfDestination(view)),
        );
        expect([password, token, signing_key, ca]).toEqual([undefined, undefined, undefined, undefined]);
        expect(fields).toEqual(view.config);
        expect(checkForm(formOfDestination(view), { stored: view, destinations: [view] })).toEqual([]);
      }),
    );
  });

  test.each<[DestinationKind, string[], string[]]>([
    ['email', ['host', 'to', 'password'], ['url', 'topic', 'token']],
    ['webhook', ['url', 'template', 'token', 'signing_key'], ['host', 'topic', 'password']],
    ['ntfy', ['url', 'topic', 'token'], ['host', 'signing_key', 'template']],
    ['heartbeat', ['url', 'interval_min'], ['token', ...NOTIFICATION_FIELDS]],
  ])('of the type %s has its fields alone', (kind, own, others) => {
    const paths = fieldsOfKind(kind).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['kind', 'name', 'ca', 'check_server_name', 'enabled', ...own]));
    expect(paths.filter((path) => others.includes(path))).toEqual([]);
  });

  test('being enabled or disabled is no change of its configuration', () => {
    const view = destinationView({ id: 'a' });
    const disabled = destinationView({ id: 'a', config: { enabled: false } });
    expect(configurationText(disabled)).toBe(configurationText(view));
    expect(configurationText({ ...view, signing_key_set: true })).not.toBe(configurationText(view));
  });

  test('a duplicate has a free name', () => {
    const views = ['Lab', 'Lab (copy)'].map((name, index) => destinationView({ id: `n${index}`, config: { name } }));
    expect(formOfCopy(views[0] ?? destinationView({ id: 'n' }), views).name).toBe('Lab (copy 2)');
  });
});

describe('what is wrong', () => {
  /** What is wrong at a field of a new destination once the form was changed; undefined where nothing is. */
  function wrong(change: Partial<DestinationForm>, path: string): string | undefined {
    const good = { ...emptyForm(), name: 'Lab', host: 'mail.example', from: 'm@a.example', to: 'lab@a.example' };
    const errors = checkForm({ ...good, ...change }, { stored: null, destinations: [destinationView({ id: 'hall' })] });
    return errors.find((error) => error.path === path)?.message;
  }

  test.each<[Partial<DestinationForm>, string, string | undefined]>([
    [{}, 'to', undefined],
    [{ to: '' }, 'to', 'To: must not be empty.'],
    [{ to: 'lab@a.example, hall' }, 'to', 'To: must be an e-mail address such as lab@example.com.'],
    [{ from: '' }, 'from', 'From: must not be empty.'],
    [{ port: '0' }, 'port', 'Port: must be a whole number from 1 to 65535.'],
    [{ name: ' hall ' }, 'name', 'Another destination has this name.'],
    [{ password: 'x' }, 'username', 'Username: must not be empty if there is a password.'],
    [{ kind: 'webhook' }, 'url', 'URL: must not be empty.'],
    // Typed for another type before: not sent, and no error.
    [{ kind: 'webhook', url: 'https://a.example', host: ' x y ', password: 'x' }, 'host', undefined],
    [
      { kind: 'webhook', url: 'https://a.example', template: '{"x": {{text}}}' },
      'template',
      'Body template: must be valid JSON, with variables such as {{text}} inside strings.',
    ],
    [
      { kind: 'webhook', url: 'https://a.example', template: '{"x": "{{nothing}}"}' },
      'template',
      'Body template: has the unknown variable {{nothing}}.',
    ],
    [
      { kind: 'webhook', url: 'https://a.example', headers: 'X-Site' },
      'headers',
      'Extra headers: must have the form Name: value.',
    ],
    [{ kind: 'ntfy', url: 'https://a.example' }, 'topic', 'Topic: must not be empty.'],
    [{ alarms: 'devices' }, 'device_list', 'Selected devices: must name a device.'],
    [{ alarms: 'rules' }, 'rule_list', 'Selected rules: must name a rule.'],
    [{ quiet_from: '25:00' }, 'quiet_from', 'Quiet hours from: must be a time such as 22:00.'],
    [{ quiet_days: 'mon', quiet_from: '06:00' }, 'quiet_to', 'Quiet hours to: must differ from the start.'],
    // A heartbeat has no quiet hours.
    [{ kind: 'heartbeat', url: 'https://a.example', quiet_from: 'x' }, 'quiet_from', undefined],
    [{ ca: 'x' }, 'ca', 'Not a PEM certificate. The text must contain the line -----BEGIN CERTIFICATE-----.'],
  ])('%j at %s', (change, path, message) => {
    expect(wrong(change, path)).toBe(message);
  });
});

describe('a stored secret', () => {
  const email = destinationView({ id: 'a', config: { kind: 'email', username: 'me' }, password_set: true });
  const webhook = destinationView({
    id: 'b',
    config: { kind: 'webhook', url: 'https://a.example/x' },
    token_set: true,
    signing_key_set: true,
  });
  const again = (stored: typeof email, change: Partial<DestinationForm>, certainly = false): string[] =>
    Object.keys(secretsToEnter({ ...formOfDestination(stored), ...change }, stored, certainly));

  test.each<[Partial<DestinationForm>, string[]]>([
    [{}, []],
    [{ host: ' MAIL.example ', to: 'other@a.example' }, []],
    [{ host: 'other.example' }, ['password']],
    [{ port: '25' }, ['password']],
    [{ encryption: 'none' }, ['password']],
    [{ check_server_name: false }, ['password']],
    [{ ca: '' }, ['password']],
    [{ host: 'other.example', password: 'new' }, []],
    // Sends without signing in: the password is not used.
    [{ host: 'other.example', username: '' }, []],
    // Of another type, which has no password.
    [{ kind: 'ntfy', url: 'https://a.example' }, []],
  ])('of a mail server with %j must be entered again: %j', (change, paths) => {
    expect(again(email, change)).toEqual(paths);
  });

  test.each<[Partial<DestinationForm>, string[]]>([
    [{ url: 'https://A.example/y' }, []],
    // Half typed.
    [{ url: 'https' }, []],
    [{ url: 'https://b.example/x' }, ['token', 'signing_key']],
    [{ url: 'http://a.example/x', token: 'new' }, ['signing_key']],
    [{ kind: 'ntfy' }, ['token']],
  ])('of a webhook with %j must be entered again: %j', (change, paths) => {
    expect(again(webhook, change)).toEqual(paths);
  });

  test('may stay with another CA certificate if the service says so', () => {
    expect(again(email, { ca: 'text' })).toEqual(['password']);
    expect(again(email, { ca: 'text' }, true)).toEqual([]);
  });
});
