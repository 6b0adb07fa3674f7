/** The lines that an answer of a gateway may hold, wherever they stand, said once more by hand. */
import { type DataLine, dataLine, mustComeOf } from './lines.ts';

/** Every stretch of a text that is a valid line, wherever it stands: by asterisk and beginning. */
function linesAnywhere(text: string): DataLine[] {
  const found: DataLine[] = [];
  for (const { index } of text.matchAll(/\*/g)) {
    for (const begin of text.slice(Math.max(0, index - 1100), index).matchAll(/D,/g)) {
      const read = dataLine(Buffer.from(text.slice(Math.max(0, index - 1100) + begin.index, index + 5), 'latin1'));
      if (read) found.push(read);
    }
  }
  return found;
}

/** All texts that an answer may mean: the bytes, and the strings of its JSON. */
function textsOf(body: Uint8Array): string[] {
  const text = Buffer.from(body).toString('latin1');
  const texts = [text];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.entries(value).flat()) visit(member);
  };
  try {
    visit(
      JSON.parse(
        Buffer.from(body)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
    );
  } catch {
    // No JSON, or nested more deeply than this judge can follow: then nothing is read of it either.
  }
  return texts;
}

/** Every valid line in an answer's body, in its text or in the texts of its JSON. */
export function linesIn(body: Uint8Array): DataLine[] {
  return textsOf(body).flatMap(linesAnywhere);
}

/**
 * Looks whether samples can be those of one of these lines.
 * @throws Violation
 */
export function mustComeOfOne(lines: readonly DataLine[], samples: Parameters<typeof mustComeOf>[1]): void {
  const fits = lines.some((each) => {
    try {
      mustComeOf(each, samples);
      return true;
    } catch {
      return false;
    }
  });
  if (!fits) mustComeOf(lines[0], samples);
}
