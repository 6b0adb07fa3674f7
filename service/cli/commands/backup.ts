import { connect } from '../client/api.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { outputPath, writeOutputFile } from './whole-file.ts';

interface BackupOptions extends CommonOptions {
  force?: boolean;
}

/** A backup has names of brokers and users: only this user may read it, as in the data folder. */
const MODE = 0o600;

export async function run({ words: [file], options }: Invocation<[string?], BackupOptions>): Promise<void> {
  const api = await connect(options);
  api.requireProof('no backup was made');
  const backup = await api.call<{ made?: unknown }>('/app/v1/backup');
  if (file === undefined || file === '-') return printJson(backup);
  const today = new Date().toISOString().slice(0, 10);
  const name = (day: string): string => `mensura-backup-${day}.json`;
  const path = await outputPath(file, name(String(backup.made).slice(0, 10)), name(today));
  const text = Buffer.from(`${JSON.stringify(backup, null, 2)}\n`);
  const pieces = (async function* () {
    yield text;
  })();
  await writeOutputFile(path, pieces, { ...options, mode: MODE });
  if (options.json) return printJson({ file: path, bytes: text.length });
  await print(`Saved all settings to ${escapeText(path)} (without passwords, certificates and keys).\n`);
}
