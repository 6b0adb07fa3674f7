export type Shell = 'posix' | 'powershell';

/** Without a meaning in any shell. */
const PLAIN = /^[\w.,:=@%/-]+$/;

// oxlint-disable-next-line no-control-regex -- control characters are what needs another way of quoting
const CONTROL = /[\u0000-\u001F\u007F]/;

/** Quotes a text so that the shell passes on exactly this text. */
export function shellArgument(text: string, shell: Shell): string {
  if (shell === 'powershell') return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  if (PLAIN.test(text)) return text;
  // A control character pasted into a terminal acts as a key.
  return CONTROL.test(text)
    ? `$'${Array.from(text, escaped).join('')}'`
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (!CONTROL.test(character)) return character;
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
