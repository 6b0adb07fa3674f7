import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkForm, secretsToEnter } from '../../../renderer/features/databases/editor/check-form.ts';
import {
  configurationText,
  type DatabaseForm,
  emptyForm,
  formOfCopy,
  formOfDatabase,
  inputOfForm,
} from '../../../renderer/features/databases/editor/database-form.ts';
import { type DatabaseInput, databaseInputSchema, READING_CHOICE_DEFAULTS } from '../../../service/contract/index.ts';
import { databaseView } from '../../support/views/databases.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9 ]{0,18}[a-z0-9]$/);

const anyConfig: fc.Arbitrary<DatabaseInput> = fc
  .record({
    own: fc.oneof(
      fc.record({
        kind: fc.constant('influxdb1' as const),
        database: word,
        retention_policy: fc.oneof(fc.constant(''), word),
        username: fc.oneof(fc.constant(''), word),
      }),
      fc.record({
        kind: fc.constant('influxdb2' as const),
        organization: word,
        bucket: word,
        database: fc.constant(''),
      }),
      fc.record({
        kind: fc.constant('victoriametrics' as const),
        path: fc.constantFrom('', '/insert/0/influx'),
        database: fc.constant(''),
      }),
      fc.record({ kind: fc.constant('line-protocol' as const), username: word, database: fc.constant('') }),
    ),
    name: word,
    url: fc.constantFrom('http://localhost:8086', 'https://a.example/base', 'http://[::1]:8428'),
    measurement: word,
    tags: fc.uniqueArray(word, { maxLength: 4 }).map((names) => names.map((name) => `x${name}=100% of it, or so`)),
    gzip: fc.boolean(),
    check_server_name: fc.boolean(),
  })
  .map(({ own, ...shared }) => Object.assign({}, own, shared));

describe('a database in the form', () => {
  test('comes out as it went in, its secrets left as they are, and nothing is wrong with it', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const view = databaseView({ id: 'a', config, password_set: true, token_set: true });
        const input = inputOfForm(formOfDatabase(view));
        const { password, token, readings: _readings, ...fields } = databaseInputSchema.parse(input);
        expect([password, token]).toEqual([undefined, undefined]);
        const { readings: _all, ...stored } = view.config;
        expect(fields).toEqual(stored);
        expect(input.readings).toEqual(READING_CHOICE_DEFAULTS);
        expect(checkForm(formOfDatabase(view), { stored: view, databases: [view] })).toEqual([]);
      }),
    );
  });

  test('being enabled or disabled is no change of its configuration', () => {
    const view = databaseView({ id: 'a' });
    const disabled = databaseView({ id: 'a', config: { enabled: false } });
    expect(configurationText(disabled)).toBe(configurationText(view));
    expect(configurationText({ ...view, token_set: true })).not.toBe(configurationText(view));
  });

  test('a duplicate has a free name, at most 100 characters long', () => {
    const views = ['Plant', 'Plant (copy)'].map((name, index) => databaseView({ id: `b${index}`, config: { name } }));
    const [plant = databaseView({ id: 'b' })] = views;
    expect(formOfCopy(plant, views).name).toBe('Plant (copy 2)');
    const long = databaseView({ id: 'long', config: { name: 'x'.repeat(100) } });
    expect(formOfCopy(long, [long]).name).toBe(`${'x'.repeat(93)} (copy)`);
  });
});

describe('what is wrong', () => {
  /** What is wrong at a field of a new database once the form was changed; undefined where nothing is. */
  function wrong(change: Partial<DatabaseForm>, path: string): string | undefined {
    const good = { ...emptyForm(), name: 'Plant', url: 'http://a.example:8086', database: 'plant' };
    const errors = checkForm({ ...good, ...change }, { stored: null, databases: [databaseView({ id: 'hall' })] });
    return errors.find((error) => error.path === path)?.message;
  }

  test.each<[Partial<DatabaseForm>, string, string | undefined]>([
    [{}, 'database', undefined],
    [{ database: '' }, 'database', 'Database: must not be empty.'],
    [{ name: ' hall ' }, 'name', 'Another database has this name.'],
    [{ url: 'a.example' }, 'url', 'URL: must start with http:// or https://.'],
    [{ url: 'http://a.example?x=1' }, 'url', 'URL: must not contain ?'],
    [{ kind: 'line-protocol', url: 'http://a.example/write?x=1' }, 'url', undefined],
    [{ kind: 'influxdb2', bucket: '' }, 'bucket', 'Bucket: must not be empty.'],
    // Typed for another type before: not sent, and no error.
    [{ kind: 'influxdb2', bucket: 'b', username: 'me', password: 'x' }, 'username', undefined],
    [{ password: 'x' }, 'username', 'Username: must not be empty if there is a password.'],
    [{ kind: 'victoriametrics', username: 'me', token: 'x' }, 'token', 'Token: must be empty if there is a username.'],
    [{ tags: 'site' }, 'tags', 'Extra tags: must be name=value.'],
    [
      { certificate: 'x' },
      'certificate',
      'Not a PEM certificate. The text must contain the line -----BEGIN CERTIFICATE-----.',
    ],
    [{ key: '-----BEGIN PRIVATE KEY-----' }, 'certificate', 'Enter the client certificate for this private key.'],
  ])('%j at %s', (change, path, message) => {
    expect(wrong(change, path)).toBe(message);
  });
});

describe('a stored secret', () => {
  const config = { kind: 'victoriametrics', database: '', url: 'https://a.example:8428/x' } as const;
  const stored = databaseView({ id: 'a', config, token_set: true, key_set: true });
  const again = (change: Partial<DatabaseForm>, certainly = false): string[] =>
    Object.keys(secretsToEnter({ ...formOfDatabase(stored), ...change }, stored, certainly));

  test.each<[Partial<DatabaseForm>, string[]]>([
    [{}, []],
    [{ url: 'https://A.example:8428/y' }, []],
    // Half typed.
    [{ url: 'https' }, []],
    [{ url: 'https://b.example:8428/x' }, ['token', 'key']],
    [{ url: 'http://a.example:8428/x' }, ['token', 'key']],
    [{ check_server_name: false }, ['token', 'key']],
    [{ ca: '' }, ['token', 'key']],
    [{ url: 'https://b.example', token: 'new' }, ['key']],
    // Another way to authenticate: the token is not used.
    [{ url: 'https://b.example', username: 'me' }, ['key']],
  ])('with %j must be entered again: %j', (change, paths) => {
    expect(again(change)).toEqual(paths);
  });

  test('may stay with another CA certificate if the service says so', () => {
    expect(again({ ca: 'text' })).toEqual(['token', 'key']);
    expect(again({ ca: 'text' }, true)).toEqual([]);
  });
});
