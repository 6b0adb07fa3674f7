/** `mensura __complete WORD...`: the candidates for the last word. The completions of all shells call it. */
import { connect } from '../client/api.ts';
import { createProgram } from '../program.ts';
import { escapeText, isPlain } from '../text/escape.ts';
import { type Candidate, type CompletionContext, completeWords } from './complete-words.ts';
import { serviceNames } from './service-names.ts';

/** The longest wait for the service, in milliseconds: completion is interactive. */
const PATIENCE_MS = 1000;

/** The line that adds file names to the candidates. */
const FILES = ':files';

async function namesAt({ wanted, address, prefix }: CompletionContext): Promise<Candidate[]> {
  if (!wanted) return [];
  const late = new Promise<Candidate[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS).unref());
  const asked = connect(address).then((api) => serviceNames(api, wanted, prefix));
  // An error in the middle of a command line would garble it.
  return Promise.race([asked, late]).catch(() => []);
}

/** The lines for the shell: `word<tab>description` each, or `:files`. */
export async function completionLines(words: readonly string[]): Promise<string[]> {
  const place = completeWords(createProgram(), words);
  const candidates = [...place.candidates, ...(await namesAt(place))].filter(({ word }) =>
    word.startsWith(place.prefix),
  );
  const lines = candidates
    .filter(({ word }) => isPlain(word))
    .map(({ word, description }) => `${place.lead}${word}\t${escapeText(description)}`);
  return place.files ? [FILES, ...lines] : lines;
}

/** Prints the candidates and exits without waiting for pending requests. */
export async function complete(words: readonly string[]): Promise<void> {
  const lines = await completionLines(words).catch(() => []);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''), () => process.exit(0));
}
