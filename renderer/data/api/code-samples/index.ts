import type { ApiCall } from '../call.ts';
import { withoutSecrets } from '../secrets.ts';
import { curlLine } from './curl.ts';
import { nodeLines } from './node.ts';
import { powershellLines } from './powershell.ts';
import { pythonLines } from './python.ts';

export const LANGUAGES = ['curl', 'python', 'powershell', 'node'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_WORDS: Readonly<Record<Language, string>> = {
  curl: 'curl',
  python: 'Python',
  powershell: 'PowerShell',
  node: 'Node.js',
};

/** How to use the sample. */
export const LANGUAGE_HINTS: Readonly<Record<Language, string>> = {
  curl: 'Run in a terminal (sh, bash, zsh, fish) or the Windows command prompt.',
  python: 'Save as read.py and run “python3 read.py”. Requires only Python 3.',
  powershell: 'Run in PowerShell 5.1 (included with Windows) or later.',
  node: 'Save as read.mjs and run “node read.mjs”. Requires Node.js 20 or later.',
};

const WRITERS: Readonly<Record<Language, (call: ApiCall, base: string) => string>> = {
  curl: curlLine,
  python: pythonLines,
  powershell: powershellLines,
  node: nodeLines,
};

/**
 * Omits secrets in the body.
 * @param base address of the service, without a trailing slash
 */
export function linesOf(language: Language, call: ApiCall, base: string): string {
  return WRITERS[language](call.body === undefined ? call : { ...call, body: withoutSecrets(call.body) }, base);
}
