/** Texts as one argument of a command line. */

export type Shell = 'posix' | 'powershell';

/** What no shell gives a meaning to, wherever it stands. */
const PLAIN = /^[\w.,:=@%/-]+$/;

// oxlint-disable-next-line no-control-regex -- control characters are what needs another way of quoting
const CONTROL = /[\u0000-\u001F\u007F]/;

/** Quoted so that the shell hands over exactly this text, whatever signs are in it. */
export function shellArgument(text: string, shell: Shell): string {
  if (shell === 'powershell') return `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;
  if (PLAIN.test(text)) return text;
  // A control character that is pasted into a terminal is a key that is pressed.
  return CONTROL.test(text)
    ? `$'${Array.from(text, escaped).join('')}'`
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (!CONTROL.test(character)) return character;
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
