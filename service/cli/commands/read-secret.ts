import { buffer } from 'node:stream/consumers';
import { CliError, EXIT } from '../failure.ts';
import { readInputFile } from './whole-file.ts';

/** Where a secret comes from. There is no flag for the secret itself: every program of the computer could read it. */
export interface SecretSource {
  /** As in its flags, `password` or `token`. */
  name: string;
  fromStdin: boolean | undefined;
  file: string | undefined;
  /** Name of the environment variable. */
  variable: string;
}

/** Added by an editor or `echo`. */
const END_OF_LINE = /\r?\n$/;

/**
 * From standard input, a file, or the variable; undefined without any of them.
 * @throws CliError `usage` for both flags; `file`
 */
export async function readSecret({ name, fromStdin, file, variable }: SecretSource): Promise<string | undefined> {
  if (fromStdin && file !== undefined) {
    throw new CliError(EXIT.usage, `use either --${name}-stdin or --${name}-file, not both`);
  }
  if (fromStdin) return (await buffer(process.stdin)).toString().replace(END_OF_LINE, '');
  if (file !== undefined) return readSecretFile(file);
  return process.env[variable] || undefined;
}

/** The secret in a file, without the line break at its end. @throws CliError `file` */
export async function readSecretFile(file: string): Promise<string> {
  return (await readInputFile(file)).replace(END_OF_LINE, '');
}
