/** The password of a new MQTT client. Never on the command line, which every program of the computer can read. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { errorText } from '../../support/errors.ts';
import { CliError, EXIT } from '../failure.ts';

/** Where it is to be read from. */
export interface PasswordOptions {
  passwordStdin?: boolean;
  passwordFile?: string;
}

/** The end of line that an editor or `echo` puts behind it. */
const END_OF_LINE = /\r?\n$/;

/**
 * The text of a file that the user named.
 * @throws CliError `file` where it cannot be read
 */
export async function readGiven(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CliError(EXIT.file, `${path} cannot be read: ${errorText(error)}`, { cause: error });
  });
}

/**
 * From standard input, a file, or the variable MENSURA_MQTT_PASSWORD; undefined where none of them is given.
 * @throws CliError `usage` where two are given, `file`
 */
export async function readPassword(
  { passwordStdin, passwordFile }: PasswordOptions,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (passwordStdin && passwordFile !== undefined) {
    throw new CliError(EXIT.usage, 'the password is to come from two places; give --password-stdin or --password-file');
  }
  if (passwordStdin) return (await buffer(process.stdin)).toString().replace(END_OF_LINE, '');
  if (passwordFile !== undefined) return (await readGiven(passwordFile)).replace(END_OF_LINE, '');
  return env['MENSURA_MQTT_PASSWORD'] || undefined;
}
