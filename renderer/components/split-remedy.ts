/** Finds the command line in what the service says to do about a trouble. */

/** The service's form of a command line: `Run "sudo ...", then log in again.` */
const COMMAND = /^(?<before>.*?)\bRun "(?<command>[^"]+)"(?<after>.*)$/s;

export interface RemedyParts {
  before: string;
  command: string;
  after: string;
}

/** A remedy with its command line taken out; the command is empty where it has none. */
export function splitRemedy(remedy: string): RemedyParts {
  const { before = remedy, command = '', after = '' } = COMMAND.exec(remedy)?.groups ?? {};
  return { before: before.trim(), command, after: asSentence(after) };
}

/** What follows the command, as a sentence of its own. */
function asSentence(rest: string): string {
  const text = rest.replace(/^[\s.,;:]+/, '');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
