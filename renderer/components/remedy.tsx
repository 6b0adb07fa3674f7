import { CopyableCommand } from './copyable-command.tsx';

/** The service's form of a command: ``Run `sudo ...`, then log in again.`` */
const COMMAND = /^(?<before>.*?)\bRun `(?<command>[^`]+)`(?<after>.*)$/s;

interface SplitRemedy {
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

export function Remedy({ text }: { text: string }) {
  const { before, command, after } = splitRemedy(text);
  if (!command) return text && <p className="dim">{text}</p>;
  return (
    <>
      {before && <p className="dim">{before}</p>}
      <p className="dim">Run this in a terminal:</p>
      <CopyableCommand text={command} what="the command" />
      {after && <p className="dim">{after}</p>}
    </>
  );
}
