import { capitalized } from '../data/format/text.ts';
import { CopyableCommand } from './copyable-command.tsx';

/** The service's form of a command: ``Run `sudo ...`, then log in again.`` */
const COMMAND = /^(?<before>.*?)\bRun `(?<command>[^`]+)`(?<after>.*)$/s;

/** The command is empty if the remedy has none. */
export function splitRemedy(remedy: string): { before: string; command: string; after: string } {
  const { before = remedy, command = '', after = '' } = COMMAND.exec(remedy)?.groups ?? {};
  return { before: before.trim(), command, after: capitalized(after.replace(/^[\s.,;:]+/, '')) };
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
