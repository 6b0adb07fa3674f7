/** The service's form of a command: ``Run `sudo ...`, then log in again.`` */
const COMMAND = /^(?<before>.*?)\bRun `(?<command>[^`]+)`(?<after>.*)$/s;

export interface SplitRemedy {
  before: string;
  command: string;
  after: string;
}

/** The command is empty if the remedy has none. */
export function splitRemedy(remedy: string): SplitRemedy {
  const { before = remedy, command = '', after = '' } = COMMAND.exec(remedy)?.groups ?? {};
  return { before: before.trim(), command, after: asSentence(after) };
}

/** The rest as a sentence. */
function asSentence(rest: string): string {
  const text = rest.replace(/^[\s.,;:]+/, '');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
