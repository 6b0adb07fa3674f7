import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { errorText } from '../../support/errors.ts';
import { CliError, EXIT } from '../failure.ts';

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
