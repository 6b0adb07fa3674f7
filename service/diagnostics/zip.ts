/** A ZIP of texts, created in chunks as fast as it is read. */
import { setImmediate as turn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import { errorText } from '../support/errors.ts';

export interface Entry {
  /** The path within the ZIP. */
  name: string;
  /** Each chunk is complete in itself: a line, a JSON text. Called when the file's turn comes. */
  pieces(): Iterable<string> | AsyncIterable<string>;
}

/** @param scrub applied to every chunk */
export async function* zipOf(
  entries: Iterable<Entry>,
  scrub: (text: string) => string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  const taken = (): Uint8Array[] => {
    const pieces = made;
    made = [];
    return pieces;
  };
  for (const { name, pieces } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    const push = (text: string): void => file.push(Buffer.from(scrub(text)), false);
    try {
      for await (const text of pieces()) {
        push(text);
        yield* taken();
        // Lets devices be read between two chunks.
        await turn();
      }
    } catch (error) {
      // The other files are still useful.
      push(`\nCannot read this: ${errorText(error)}\n`);
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
