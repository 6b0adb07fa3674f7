/** A small JSON state file with a schema: damaged ones are set aside, never lost and never fatal. */
import { readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as z from 'zod';
import { writeFileAtomic } from './atomic-file.ts';
import { errorText } from './errors.ts';

/** What reading a file came to. */
export interface JsonFileContent<Value> {
  value: Value;
  /** What was wrong with the file and where it is now; undefined when all was well or there was none yet. */
  damage?: string;
}

export class JsonFile<Schema extends z.ZodType> {
  readonly path: string;
  readonly #schema: Schema;
  readonly #empty: () => z.infer<Schema>;
  #writing: Promise<void> = Promise.resolve();

  /** @param empty what holds when there is no file yet, or it was damaged */
  constructor(path: string, schema: Schema, empty: () => z.infer<Schema>) {
    this.path = path;
    this.#schema = schema;
    this.#empty = empty;
  }

  /**
   * Reads the file. One that is not JSON or not of the schema is renamed to `<name>.damaged-<time>` and told of.
   * @throws what the file system says, except that there is no such file
   */
  async read(): Promise<JsonFileContent<z.infer<Schema>>> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { value: this.#empty() };
      throw error;
    }
    const parsed = parseWith(this.#schema, text);
    if ('value' in parsed) return parsed;
    const aside = `${this.path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(this.path, aside);
    return {
      value: this.#empty(),
      damage: `${basename(this.path)} ${parsed.problem}. It was set aside as ${basename(aside)}.`,
    };
  }

  /** Writes crash-safe, one write after the other. */
  write(value: z.infer<Schema>): Promise<void> {
    const text = `${JSON.stringify(value, null, 2)}\n`;
    const written = this.#writing.then(() => writeFileAtomic(this.path, text));
    // The queue goes on after a failed write; the one who asked for it is told through `written`.
    this.#writing = written.catch(() => {});
    return written;
  }
}

/** Parses and checks a text; `problem` names the place and what is wrong there. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): { value: z.infer<Schema> } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problem: `is not JSON (${errorText(error)})` };
  }
  const checked = schema.safeParse(json);
  if (checked.success) return { value: checked.data };
  const [issue] = checked.error.issues;
  const place = issue?.path.join('.');
  return { problem: `is not valid${place ? ` at ${place}` : ''}: ${issue?.message ?? 'unknown form'}` };
}
