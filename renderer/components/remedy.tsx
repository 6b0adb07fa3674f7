import { CopyableCommand } from './copyable-command.tsx';
import { splitRemedy } from './split-remedy.ts';

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
