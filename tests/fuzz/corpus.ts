/** The targets, and the inputs that are kept for each: `corpus/<target>/<what it was>.bin`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzz } from './engine/fuzz.ts';
import type { Finding } from './engine/search.ts';

/** The modules of all targets, by name. */
export const TARGETS: Readonly<Record<string, URL>> = {
  serial: new URL('targets/serial.ts', import.meta.url),
  usb: new URL('targets/usb.ts', import.meta.url),
  'gateway-answers': new URL('targets/gateway-answers.ts', import.meta.url),
  remotes: new URL('targets/remotes.ts', import.meta.url),
  'broker-packets': new URL('targets/broker-packets.ts', import.meta.url),
  'event-stream': new URL('targets/event-stream.ts', import.meta.url),
  'json-bodies': new URL('targets/json-bodies.ts', import.meta.url),
  'state-files': new URL('targets/state-files.ts', import.meta.url),
  restore: new URL('targets/restore.ts', import.meta.url),
  outbox: new URL('targets/outbox.ts', import.meta.url),
  'history-blocks': new URL('targets/history-blocks.ts', import.meta.url),
  'history-file': new URL('targets/history-file.ts', import.meta.url),
  'csv-log': new URL('targets/csv-log.ts', import.meta.url),
  formulas: new URL('targets/formulas.ts', import.meta.url),
};

function folderOf(target: string): string {
  return join(import.meta.dirname, 'corpus', target);
}

/** Begins the names of inputs that are kept because they reach new blocks; all others were found wrong once. */
const REACHED = 'reached';

/** The names of the inputs that are kept: what was found wrong, then what reaches far, the shortest first. */
function namesOf(target: string): string[] {
  const folder = folderOf(target);
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter((name) => name.endsWith('.bin'));
  const rank = (name: string): number => (name.startsWith(REACHED) ? 1 + statSync(join(folder, name)).size : 0);
  return names.toSorted().toSorted((one, other) => rank(one) - rank(other));
}

/** The inputs that are kept. */
export function corpusOf(target: string): Uint8Array[] {
  return namesOf(target).map((name) => readFileSync(join(folderOf(target), name)));
}

/** Keeps what was found wrong, under its own words. @returns the names of the files */
export function keepFindings(target: string, findings: readonly Finding[]): string[] {
  return findings.map(({ what, input }) => keep(target, (what.split('\n', 1)[0] ?? '').slice(0, 60), input));
}

/**
 * Keeps what reached new blocks, and removes what reaches nothing any more that shorter inputs do not reach.
 * @returns how many are kept
 */
export async function keepGrown(target: string, module: URL, inputs: readonly Uint8Array[]): Promise<number> {
  for (const input of inputs) keep(target, REACHED, input);
  const { useful, findings } = await fuzz({ module, corpus: corpusOf(target), runs: 0, seed: 1 });
  const names = new Set(useful.map((input) => nameOf(REACHED, input)));
  const needless = namesOf(target).filter((name) => name.startsWith(REACHED) && !names.has(name));
  // Where something was found wrong, nobody knows what the rest would have reached.
  if (findings.length === 0) for (const name of needless) rmSync(join(folderOf(target), name));
  return namesOf(target).length;
}

function nameOf(words: string, input: Uint8Array): string {
  const digest = createHash('sha256').update(input).digest('hex').slice(0, 8);
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${slug}-${digest}.bin`;
}

function keep(target: string, words: string, input: Uint8Array): string {
  const name = nameOf(words, input);
  mkdirSync(folderOf(target), { recursive: true });
  writeFileSync(join(folderOf(target), name), input);
  return name;
}
