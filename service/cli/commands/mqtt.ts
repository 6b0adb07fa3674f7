import type { Field } from '../../contract/field.ts';
import type { MqttClients, MqttClientView, MqttState, MqttTestResult } from '../../contract/index.ts';
import { connect } from '../client/api.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import { flagOf } from '../flags.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';
import { readSecret, readSecretFile } from './read-secret.ts';
import { readInputBytes, readInputFile } from './whole-file.ts';

const CLIENTS = '/app/v1/mqtt/clients';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'BROKER' },
  { heading: 'STATE' },
  { heading: 'PUBLISHED', side: 'right' },
  { heading: 'QUEUED', side: 'right' },
  { heading: 'DISCARDED', side: 'right' },
  { heading: 'REASON' },
];

/** The states of the API as the table shows them. */
const STATES: Readonly<Record<MqttState, string>> = {
  idle: 'disconnected',
  connecting: 'connecting',
  online: 'connected',
  waiting: 'waiting to retry',
  failed: 'failed',
};

function clientPath(identifier: string): string {
  return `${CLIENTS}/${encodeURIComponent(identifier)}`;
}

/** The broker as a URL. */
function brokerOf({ host, port, ssl, advanced: { transport, path } }: MqttClientView): string {
  const [scheme, end] = transport === 'websocket' ? ['ws', path] : ['mqtt', ''];
  return `${scheme}${ssl ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${port}${end}`;
}

function row(client: MqttClientView): string[] {
  const { identifier, name, status, advanced } = client;
  const state = advanced.enabled ? STATES[status.state] : 'disabled';
  const reason = advanced.enabled ? (status.error?.text ?? '') : '';
  const counts = [status.published, status.queued, status.dropped].map(String);
  return [identifier, name, brokerOf(client), state, ...counts, reason];
}

export async function list({ options }: Invocation<[]>): Promise<void> {
  const { clients } = await (await connect(options)).call<MqttClients>(CLIENTS);
  if (options.json) return printJson(clients);
  if (clients.length === 0) return printNote('No MQTT clients. Run "mensura mqtt add" to add one.');
  await print(table(COLUMNS, clients.map(row)));
}

/** There is no flag for the password itself: every program of the computer could read it. */
interface PasswordOptions {
  passwordStdin?: boolean;
  passwordFile?: string;
}

type ClientOptions = CommonOptions & PasswordOptions & Readonly<Record<string, string | number | boolean | undefined>>;

/** From standard input, a file, or the variable MENSURA_MQTT_PASSWORD; undefined without any of them. @throws CliError */
function readPassword({ passwordStdin, passwordFile }: PasswordOptions): Promise<string | undefined> {
  return readSecret({
    name: 'password',
    fromStdin: passwordStdin,
    file: passwordFile,
    variable: 'MENSURA_MQTT_PASSWORD',
  });
}

/** Whether a flag was given whose value other programs must not see. */
async function isSecretGiven(command: 'add' | 'set', options: ClientOptions): Promise<boolean> {
  const { FIELD_FLAGS } = await import('../field-flags.ts');
  const secret = FIELD_FLAGS[command].filter((field) => field.secret !== undefined && field.secret !== 'certificate');
  return secret.some((field) => options[flagOf(field).attributeName()] !== undefined);
}

/**
 * The values of flags by the paths of their fields; undefined for those that were not given.
 * @throws CliError `file`
 */
async function readFlags(
  command: 'add' | 'set',
  options: ClientOptions,
): Promise<(readonly [path: string, value: unknown])[]> {
  // Loaded here: the other subcommands start without the schemas.
  const [{ FIELD_FLAGS }, { parseField }] = await Promise.all([
    import('../field-flags.ts'),
    import('../../contract/field.ts'),
  ]);
  const valueOf = async (field: Field): Promise<unknown> => {
    const flag = flagOf(field);
    const given = options[flag.attributeName()];
    // Without its opposite, a flag such as --no-ssl is on until it is given.
    if (given === undefined || (command === 'add' && flag.negate && given === true)) return undefined;
    if (field.path === 'advanced.enabled') return false;
    if (field.kind === 'switch') return given;
    if (field.secret === 'file') return (await readInputBytes(String(given))).toString('base64');
    if (field.secret === 'password') return readSecretFile(String(given));
    if (field.kind === 'secret') return readInputFile(String(given));
    return parseField(field, String(given));
  };
  return Promise.all(FIELD_FLAGS[command].map(async (field) => [field.path, await valueOf(field)] as const));
}

/** Does not wait for the connection. */
export async function add({ words: [identifier], options }: Invocation<[string], ClientOptions>): Promise<void> {
  const { objectOf } = await import('../../contract/field.ts');
  const password = await readPassword(options);
  const values = await readFlags('add', options);
  // JSON omits undefined fields; the service then uses its defaults.
  const body = { ...objectOf(values), identifier, password };
  const api = await connect(options);
  if (password !== undefined || (await isSecretGiven('add', options))) api.requireProof('no password or key was sent');
  const view = await api.call<MqttClientView>(CLIENTS, { method: 'POST', body });
  if (options.json) return printJson(view);
  const added = `Added MQTT client ${view.identifier} (${brokerOf(view)}, topics ${view.name}/...).`;
  await print(`${escapeText(added)}\n`);
}

/** Changes the given fields. The service keeps the secrets that are not given, unless the address changes. */
export async function set({ words: [identifier], options }: Invocation<[string], ClientOptions>): Promise<void> {
  const { objectOf, memberAt, fieldsOf } = await import('../../contract/field.ts');
  const { mqttClientInputSchema } = await import('../../contract/mqtt-input.ts');
  // The variable is for `add`: here it would replace a stored password unasked.
  const isPasswordGiven = options.passwordStdin || options.passwordFile !== undefined;
  const password = isPasswordGiven ? await readPassword(options) : undefined;
  const given = (await readFlags('set', options)).filter(([, value]) => value !== undefined);
  if (given.length === 0 && password === undefined) throw new CliError(EXIT.usage, 'name at least one flag to change');
  const api = await connect(options);
  if (password !== undefined || (await isSecretGiven('set', options))) {
    api.requireProof('no password or key was sent');
  }
  const stored = await api.call<MqttClientView>(clientPath(identifier));
  const kept = fieldsOf(mqttClientInputSchema).filter(({ kind }) => kind !== 'secret');
  const values = [...kept.map(({ path }) => [path, memberAt(stored, path)] as const), ...given];
  const body = { ...objectOf(values), password };
  const view = await api.call<MqttClientView>(clientPath(identifier), { method: 'PUT', body });
  if (options.json) return printJson(view);
  await print(`${escapeText(`Changed MQTT client ${view.identifier}.`)}\n`);
}

interface RemoveOptions extends CommonOptions {
  yes?: boolean;
}

/** @throws CliError `usage` without a terminal; `interrupted` unless the answer is yes */
async function confirm(names: string): Promise<void> {
  requireTerminal(`deleting ${names} also deletes passwords and discards queued messages; use --yes to confirm`);
  const isMeant = await isYes(`Delete ${names}, including passwords and queued messages?`);
  if (!isMeant) throw new CliError(EXIT.interrupted, 'canceled; clients not deleted');
}

/** Deletes none unless all exist. */
export async function remove({ words: [identifiers], options }: Invocation<[string[]], RemoveOptions>): Promise<void> {
  const api = await connect(options);
  const each = [...new Set(identifiers)];
  const paths = each.map(clientPath);
  for (const path of paths) await api.call(path);
  if (!options.yes) await confirm(escapeText(each.join(', ')));
  for (const path of paths) await api.call(path, { method: 'DELETE' });
  if (options.json) return printJson({ removed: each });
  await print(`Deleted ${escapeText(each.join(', '))}.\n`);
}

/** Tests the stored client. @throws CliError `failed` if the broker cannot be used */
export async function test({ words: [identifier], options }: Invocation<[string]>): Promise<void> {
  const api = await connect(options);
  const result = await api.call<MqttTestResult>(`${clientPath(identifier)}/test`, { method: 'POST' });
  const { ok, text, error, notes, duration_ms } = result;
  if (options.json) await printJson(result);
  if (!ok) throw new CliError(EXIT.failed, [error?.text ?? text, error?.remedy].filter(Boolean).join(' '));
  if (options.json) return;
  await print([`${text} (${Math.round(duration_ms)} ms)`, ...notes].map((line) => `${escapeText(line)}\n`).join(''));
}
