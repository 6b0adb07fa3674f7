import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { MqttClients, MqttClientView, MqttState } from '../../contract/index.ts';
import { errorText } from '../../support/errors.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { type Column, table } from '../text/table.ts';

/** There is no flag for the password itself: every program of the computer could read it. */
export interface PasswordOptions {
  passwordStdin?: boolean;
  passwordFile?: string;
}

/** Added by an editor or `echo`. */
const END_OF_LINE = /\r?\n$/;

/** Reads a file that the user named. @throws CliError `file` */
export async function readPasswordOption(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(EXIT.file, `cannot read ${path}: ${errorText(error)}`, { cause: error });
  });
}

/**
 * From standard input, a file, or the variable MENSURA_MQTT_PASSWORD; undefined without any of them.
 * @throws CliError `usage` for both flags; `file`
 */
export async function readPassword(
  { passwordStdin, passwordFile }: PasswordOptions,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (passwordStdin && passwordFile !== undefined) {
    throw new CliError(EXIT.usage, 'use either --password-stdin or --password-file, not both');
  }
  if (passwordStdin) return (await buffer(process.stdin)).toString().replace(END_OF_LINE, '');
  if (passwordFile !== undefined) return (await readPasswordOption(passwordFile)).replace(END_OF_LINE, '');
  return env['MENSURA_MQTT_PASSWORD'] || undefined;
}

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

/** The broker as a URL. */
export function brokerOf({ host, port, ssl }: Pick<MqttClientView, 'host' | 'port' | 'ssl'>): string {
  return `${ssl ? 'mqtts' : 'mqtt'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function row(client: MqttClientView): string[] {
  const { identifier, name, status, advanced } = client;
  const state = advanced.enabled ? STATES[status.state] : 'disabled';
  const reason = advanced.enabled ? (status.error?.text ?? '') : '';
  const counts = [status.published, status.queued, status.dropped].map(String);
  return [identifier, name, brokerOf(client), state, ...counts, reason];
}

export async function run({ options }: Invocation<[]>): Promise<void> {
  const { clients } = await (await connect(options)).call<MqttClients>('/app/v1/mqtt/clients');
  if (options.json) return printJson(clients);
  if (clients.length === 0) return printNote('No MQTT clients. Run "mensura mqtt add" to add one.');
  await print(table(COLUMNS, clients.map(row)));
}
