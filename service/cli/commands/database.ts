import type { Field } from '../../contract/field.ts';
import type { DatabaseState, Databases, DatabaseTestResult, DatabaseView } from '../../contract/index.ts';
import { type Api, connect } from '../client/api.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import { flagOf } from '../flags.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';
import { readSecret } from './read-secret.ts';
import { readInputFile } from './whole-file.ts';

const DATABASES = '/app/v1/databases';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'TYPE' },
  { heading: 'URL' },
  { heading: 'STATE' },
  { heading: 'WRITTEN', side: 'right' },
  { heading: 'WAITING', side: 'right' },
  { heading: 'DISCARDED', side: 'right' },
  { heading: 'REASON' },
];

/** The states of the API as the table shows them. */
const STATES: Readonly<Record<DatabaseState, string>> = {
  idle: 'disabled',
  connecting: 'connecting',
  online: 'connected',
  waiting: 'waiting to retry',
  failed: 'failed',
};

function row({ id, config, status }: DatabaseView): string[] {
  const { name, kind, url, enabled } = config;
  const state = enabled ? STATES[status.state] : STATES.idle;
  const reason = enabled ? (status.error?.text ?? '') : '';
  const counts = [status.written, status.waiting, status.discarded].map(String);
  return [id, name, kind, url, state, ...counts, reason];
}

export async function list({ options }: Invocation<[]>): Promise<void> {
  const { databases } = await (await connect(options)).call<Databases>(DATABASES);
  if (options.json) return printJson(databases);
  if (databases.length === 0) return printNote('No databases. Run "mensura database add" to add one.');
  await print(table(COLUMNS, databases.map(row)));
}

/** The database with this name or ID. @throws CliError `notFound` */
async function find(api: Api, name: string): Promise<DatabaseView> {
  const { databases } = await api.call<Databases>(DATABASES);
  const found = databases.find(({ config }) => config.name === name) ?? databases.find(({ id }) => id === name);
  if (!found) throw new CliError(EXIT.notFound, `no database with the name or ID ${escapeText(name)}`);
  return found;
}

interface SecretOptions {
  passwordStdin?: boolean;
  passwordFile?: string;
  tokenStdin?: boolean;
  tokenFile?: string;
  enabled?: boolean;
}

type FieldOptions = CommonOptions & SecretOptions & Readonly<Record<string, string | number | boolean | undefined>>;

/** The given fields, by path. @throws CliError `file` */
async function givenFields(
  command: 'add' | 'set',
  options: FieldOptions,
): Promise<(readonly [path: string, value: unknown])[]> {
  // Loaded here: the other subcommands start without the schemas.
  const [{ FIELD_FLAGS }, { parseField }] = await Promise.all([
    import('../field-flags.ts'),
    import('../../contract/field.ts'),
  ]);
  const valueOf = async (field: Field): Promise<unknown> => {
    const flag = flagOf(field);
    const given = options[flag.attributeName()];
    // `--enabled` of `set` is no flag of a field.
    if (given === undefined || (field.path === 'enabled' && options.enabled === true)) return undefined;
    if (field.path === 'enabled') return false;
    // Without its opposite, the value of `--no-gzip` is true while it is not given.
    if (field.kind === 'switch') return command === 'add' && flag.negate && given === true ? undefined : given;
    if (field.kind === 'secret') return readInputFile(String(given));
    return parseField(field, String(given));
  };
  const values = FIELD_FLAGS.database.map(async (field) => [field.path, await valueOf(field)] as const);
  const given = (await Promise.all(values)).filter(([, value]) => value !== undefined);
  return options.enabled === true ? [...given, ['enabled', true]] : given;
}

/** @param usesVariables whether secrets may come from the environment */
async function givenSecrets(
  options: SecretOptions,
  usesVariables: boolean,
): Promise<{ password?: string; token?: string }> {
  const { passwordStdin, passwordFile, tokenStdin, tokenFile } = options;
  if (passwordStdin && tokenStdin) throw new CliError(EXIT.usage, 'use either --password-stdin or --token-stdin');
  const read = (name: string, fromStdin: boolean | undefined, file: string | undefined): Promise<string | undefined> =>
    fromStdin || file !== undefined || usesVariables
      ? readSecret({ name, fromStdin, file, variable: `MENSURA_DATABASE_${name.toUpperCase()}` })
      : Promise.resolve(undefined);
  const password = await read('password', passwordStdin, passwordFile);
  const token = await read('token', tokenStdin, tokenFile);
  return { ...(password !== undefined && { password }), ...(token !== undefined && { token }) };
}

/** Sends a configuration. A secret is only sent to a service that has proven its identity. */
async function send(
  api: Api,
  path: string,
  method: 'POST' | 'PUT',
  body: Record<string, unknown>,
): Promise<DatabaseView> {
  const hasSecret = ['password', 'token', 'key'].some((name) => body[name] !== undefined);
  if (hasSecret) api.requireProof('no password, token or key was sent');
  return api.call<DatabaseView>(path, { method, body });
}

async function report(verb: string, view: DatabaseView, options: CommonOptions): Promise<void> {
  if (options.json) return printJson(view);
  const { name, url } = view.config;
  await print(`${escapeText(`${verb} database ${name} (${view.id}, ${url}).`)}\n`);
}

/** Does not wait for the connection. */
export async function add({ words: [name], options }: Invocation<[string], FieldOptions>): Promise<void> {
  const { objectOf } = await import('../../contract/field.ts');
  const body = { ...objectOf(await givenFields('add', options)), name, ...(await givenSecrets(options, true)) };
  await report('Added', await send(await connect(options), DATABASES, 'POST', body), options);
}

/** Changes the given fields; the others stay. Fields of another type are cleared if the type changes. */
export async function set({ words: [name], options }: Invocation<[string], FieldOptions>): Promise<void> {
  const [{ objectOf }, { DATABASE_KIND_FIELDS, KIND_FIELDS }] = await Promise.all([
    import('../../contract/field.ts'),
    import('../../contract/databases.ts'),
  ]);
  const api = await connect(options);
  const { id, config } = await find(api, name);
  const given = objectOf(await givenFields('set', options)) as Partial<typeof config>;
  const kind = given.kind ?? config.kind;
  const own: readonly string[] = DATABASE_KIND_FIELDS[kind] ?? [];
  const cleared = KIND_FIELDS.filter((field) => !own.includes(field) && field in config).map((field) => [field, '']);
  const readings = { ...config.readings, ...given.readings };
  // The variables are for `add`: here they would replace a stored secret unasked.
  const secrets = await givenSecrets(options, false);
  const body = { ...config, ...Object.fromEntries(cleared), ...given, readings, ...secrets };
  await report('Changed', await send(api, `${DATABASES}/${id}`, 'PUT', body), options);
}

interface RemoveOptions extends CommonOptions {
  yes?: boolean;
}

/** @throws CliError `usage` without a terminal; `interrupted` unless the answer is yes */
async function confirm(names: string): Promise<void> {
  requireTerminal(`deleting ${names} also deletes passwords and waiting readings; use --yes to confirm`);
  const isMeant = await isYes(`Delete ${names}, including passwords and waiting readings?`);
  if (!isMeant) throw new CliError(EXIT.interrupted, 'canceled; databases not deleted');
}

/** Deletes none unless all exist. */
export async function remove({ words: [names], options }: Invocation<[string[]], RemoveOptions>): Promise<void> {
  const api = await connect(options);
  const each = [...new Set(names)];
  const found = await Promise.all(each.map((name) => find(api, name)));
  if (!options.yes) await confirm(escapeText(each.join(', ')));
  for (const { id } of found) await api.call(`${DATABASES}/${id}`, { method: 'DELETE' });
  if (options.json) return printJson({ removed: each });
  await print(`Deleted ${escapeText(each.join(', '))}.\n`);
}

/** Tests the stored database. @throws CliError `failed` if it cannot be written to */
export async function test({ words: [name], options }: Invocation<[string]>): Promise<void> {
  const api = await connect(options);
  const { id } = await find(api, name);
  const result = await api.call<DatabaseTestResult>(`${DATABASES}/${id}/test`, { method: 'POST' });
  const { ok, text, error, notes, duration_ms } = result;
  if (options.json) await printJson(result);
  if (!ok) throw new CliError(EXIT.failed, [error?.text ?? text, error?.remedy].filter(Boolean).join(' '));
  if (options.json) return;
  await print([`${text} (${Math.round(duration_ms)} ms)`, ...notes].map((line) => `${escapeText(line)}\n`).join(''));
}
