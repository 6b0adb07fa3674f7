/**
 * A small JSON state file with a schema. A damaged file is set aside, never overwritten, and does not stop the service.
 */
import { chmod, readFile, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type * as z from 'zod';
import { removeTemporaryFiles, writeFileAtomic } from './atomic-file.ts';
import { errorText, MensuraError } from './errors.ts';
import { TaskQueue } from './task-queue.ts';

/** V8's message for a truncated text. */
const ENDS = /end of JSON input/;

const POSITION = /at position (\d+)/;

function parserMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Parsing the start of valid JSON fails only at its very end. */
function isGoodBeginning(text: string): boolean {
  const message = parserMessage(text);
  return message === '' || ENDS.test(message) || Number(POSITION.exec(message)?.[1] ?? -1) === text.length;
}

/** For errors without a position in V8's message: the end of the longest valid start. */
function search(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGoodBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * Where a text stops being JSON, as a clause to follow `The body is not JSON: `. V8's message quotes the text, which may
 * contain a password.
 */
export function describeJsonError(text: string): string {
  if (text.trim() === '') return 'empty';
  if (isGoodBeginning(text)) return 'unexpected end';
  const named = POSITION.exec(parserMessage(text))?.[1];
  const position = named === undefined ? search(text) : Number(named);
  const lines = text.slice(0, position).split('\n');
  return `syntax error at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

export class JsonFile<Schema extends z.ZodType> {
  readonly path: string;
  readonly #schema: Schema;
  readonly #empty: () => z.infer<Schema>;
  readonly #toStored: (value: z.infer<Schema>) => unknown;
  #value: z.infer<Schema>;
  readonly #changes = new TaskQueue();

  /**
   * @param empty the value when the file is missing or damaged
   * @param toStored the value as it is written, such as without fields that the schema fills in
   */
  constructor(
    path: string,
    schema: Schema,
    empty: () => z.infer<Schema>,
    toStored: (value: z.infer<Schema>) => unknown = (value) => value,
  ) {
    this.path = path;
    this.#schema = schema;
    this.#empty = empty;
    this.#toStored = toStored;
    this.#value = empty();
  }

  /** The value last read or written. */
  get value(): z.infer<Schema> {
    return this.#value;
  }

  /**
   * Reads the file and deletes temporary files left by a crash. A file that is not JSON or does not match the schema is
   * renamed to `<name>.damaged-<time>`.
   * @returns what was wrong and where the file is now; undefined if it was read or missing
   * @throws MensuraError `data-folder-unusable` when the file cannot be read or set aside
   */
  async read(): Promise<string | undefined> {
    try {
      return await this.#read();
    } catch (error) {
      throw new MensuraError(
        'data-folder-unusable',
        `Cannot read ${this.path}: ${errorText(error)}. Change its owner to the account that runs Mensura, or choose another folder with --data-dir.`,
        { cause: error },
      );
    }
  }

  async #read(): Promise<string | undefined> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    await removeTemporaryFiles(dirname(this.path), (name) => name === basename(this.path));
    if (text === undefined) return undefined;
    const parsed = parseWith(this.#schema, text);
    if ('value' in parsed) {
      this.#value = parsed.value;
      return undefined;
    }
    const aside = `${this.path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(this.path, aside);
    // Somebody who put it there by hand may have let others read it, and passwords may be in it.
    await chmod(aside, 0o600);
    this.#value = this.#empty();
    return `${basename(this.path)} ${parsed.problem}. It was renamed to ${basename(aside)}.`;
  }

  /**
   * Changes the value and writes it atomically. Changes run in order, each on the result of the previous one; the new
   * value applies once the file is written.
   * @throws what `change` throws; the error of the file system
   */
  update(change: (value: z.infer<Schema>) => z.infer<Schema>): Promise<void> {
    return this.#changes.run(async () => {
      const value = change(this.#value);
      await writeFileAtomic(this.path, `${JSON.stringify(this.#toStored(value), null, 2)}\n`);
      this.#value = value;
    });
  }
}

/** Some editors write a UTF-8 byte order mark, which is no part of the JSON. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** `problem` names the position and what is wrong there. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): { value: z.infer<Schema> } | { problem: string } {
  const bare = text.replace(BYTE_ORDER_MARK, '');
  let json: unknown;
  try {
    json = JSON.parse(bare);
  } catch {
    // The parser's error quotes the text, which may contain a password.
    return { problem: `is not valid JSON: ${describeJsonError(bare)}` };
  }
  const checked = schema.safeParse(json);
  if (checked.success) return { value: checked.data };
  const [issue] = checked.error.issues;
  const place = issue?.path.join('.');
  return { problem: `is not valid${place ? ` at ${place}` : ''}: ${issue?.message ?? 'unknown format'}` };
}
