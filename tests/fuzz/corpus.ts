/** The targets, and the inputs that are kept for each: `corpus/<target>/<what it was>.bin`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
};

function folderOf(target: string): string {
  return join(import.meta.dirname, 'corpus', target);
}

/** The inputs that are kept, by name of their files. */
export function corpusOf(target: string): Uint8Array[] {
  const folder = folderOf(target);
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter((name) => name.endsWith('.bin'));
  return names.toSorted().map((name) => readFileSync(join(folder, name)));
}

/** Keeps what was found wrong, under its own words. @returns the names of the files */
export function keepFindings(target: string, findings: readonly Finding[]): string[] {
  return findings.map(({ what, input }) => keep(target, (what.split('\n', 1)[0] ?? '').slice(0, 60), input));
}

/** Keeps what reached new blocks. */
export function keepGrown(target: string, inputs: readonly Uint8Array[]): void {
  for (const input of inputs) keep(target, 'reached', input);
}

function keep(target: string, words: string, input: Uint8Array): string {
  const digest = createHash('sha256').update(input).digest('hex').slice(0, 8);
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const name = `${slug}-${digest}.bin`;
  mkdirSync(folderOf(target), { recursive: true });
  writeFileSync(join(folderOf(target), name), input);
  return name;
}
