/** Secrets that are planted, and the look for them in what is told. */
import { must } from '../engine/target.ts';

/** Stands as a password, a certificate or a key in what is read, and in nothing that is said. */
export const SECRET = 'tiger-lily-7';

const SECRET_FIELDS = new Set(['password', 'ca', 'certificate', 'key']);

/** Whether JSON has the secret also where it is none, as a name or another text: then it may be told. */
function isElsewhere(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(SECRET);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => name.includes(SECRET) || (!SECRET_FIELDS.has(name) && isElsewhere(member)),
  );
}

/**
 * @param contents all that was read
 * @throws Violation for a text that gives the secret away
 */
export function mustKeepSecret(texts: readonly string[], contents: readonly Uint8Array[]): void {
  const leak = texts.find((text) => text.includes(SECRET));
  if (leak === undefined) return;
  const mayBeTold = contents.some((content) => {
    try {
      return isElsewhere(
        JSON.parse(
          Buffer.from(content)
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
        ),
      );
    } catch {
      return false;
    }
  });
  must(mayBeTold, `a secret stands in: ${leak}`);
}
