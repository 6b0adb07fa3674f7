/** The commands of the documentation: each line of a code block that begins with the name of a program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';

/** What such a line begins with; anything else in a code block is a configuration, an answer, or a picture. */
const PROGRAM =
  /^(?:curl|mensura|mosquitto_(?:sub|pub|passwd)|node|node-red|npm|npx|python3|ssh|sudo|systemctl|journalctl|loginctl|apt|apt-get|dpkg|brew|winget|source)\s/;

/** Fences whose lines are commands. */
const SHELL_FENCE = /^```(?:sh|bash|console|shell)?\s*$/;

export interface DocumentedCommand {
  /** As README.md, docs/mqtt.md. */
  page: string;
  /** The line of the page, counted from 1. */
  line: number;
  /** In one line: what a backslash continued is joined. */
  text: string;
}

interface Line {
  number: number;
  text: string;
}

/** The lines inside code blocks of a page: those set in by four spaces, and those between fences of a shell. */
function codeLines(page: string): Line[] {
  const found: Line[] = [];
  let fence: 'none' | 'shell' | 'other' = 'none';
  for (const [index, text] of page.split('\n').entries()) {
    const trimmed = text.trim();
    if (trimmed.startsWith('```')) {
      if (fence === 'none') fence = SHELL_FENCE.test(trimmed) ? 'shell' : 'other';
      else fence = 'none';
    } else if (fence === 'shell' || (fence === 'none' && text.startsWith('    '))) {
      found.push({ number: index + 1, text: trimmed });
    }
  }
  return found;
}

/** The commands of a page, in its order. */
export function commandsOf(page: string): DocumentedCommand[] {
  const commands: DocumentedCommand[] = [];
  let open: DocumentedCommand | undefined;
  for (const { number, text } of codeLines(readFileSync(join(ROOT, page), 'utf8'))) {
    if (open) open.text = `${open.text.slice(0, -1)}${text}`;
    else if (PROGRAM.test(text) || text === 'mensura') commands.push((open = { page, line: number, text }));
    else continue;
    if (!open.text.endsWith('\\')) open = undefined;
  }
  return commands;
}
