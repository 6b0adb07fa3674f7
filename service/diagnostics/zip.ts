/** A ZIP of texts that is made piece by piece, as fast as it is taken. */
import { setImmediate as turn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import { errorText } from '../support/errors.ts';

export interface Entry {
  /** The path within the ZIP. */
  name: string;
  /** Each a piece that is whole in itself: a line, a JSON text. Asked for when its turn comes. */
  pieces(): Iterable<string> | AsyncIterable<string>;
}

/** @param scrub is applied to every piece */
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
        // Instruments are read between two pieces.
        await turn();
      }
    } catch (error) {
      // What is there is worth having without it.
      push(`\nCannot read this: ${errorText(error)}\n`);
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
