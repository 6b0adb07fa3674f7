import type { BackupGroup, RestorePreview, RestoreRequest, RestoreResult } from '../../contract/index.ts';
import { confirmationOf, isNewOrigin } from '../../contract/restore-confirmation.ts';
import { connect } from '../client/api.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { outputPath, readInputFile, writeOutputFile } from './whole-file.ts';

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

interface RestoreOptions extends CommonOptions {
  part?: BackupGroup[];
  preview?: boolean;
  yes?: boolean;
  allowOrigin?: string[];
}

async function readBackup(file: string): Promise<RestoreRequest['backup']> {
  const text = await readInputFile(file);
  try {
    // The service checks it.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as RestoreRequest['backup'];
  } catch (cause) {
    throw new CliError(EXIT.file, `${file} is not a backup: invalid JSON`, { cause });
  }
}

/** One line for each effect of a restore. */
function linesOf({ effects, notes }: RestorePreview): string[] {
  const lines = effects.map(({ text, confirm }) => `- ${text}${confirm ? '' : ' No change: already set.'}`);
  return [...lines, ...notes.map((note) => `- ${note}`)].map(escapeText);
}

/** The new web origins to allow. @throws CliError `usage`, `interrupted` */
async function confirmRestore(preview: RestorePreview, { yes, allowOrigin = [] }: RestoreOptions): Promise<string[]> {
  const origins = [...allowOrigin];
  if (yes) return origins;
  const unconfirmed = preview.effects.filter(isNewOrigin).filter(({ value }) => !origins.includes(value));
  requireTerminal('restoring overwrites the current settings; use --preview to see the effects, or --yes to confirm');
  for (const line of linesOf(preview)) printNote(line);
  for (const { value } of unconfirmed) {
    if (await isYes(`Allow web pages from ${escapeText(value)} to read and change readings, devices and settings?`))
      origins.push(value);
  }
  if (!(await isYes('Overwrite the current settings and apply all of the above?'))) {
    throw new CliError(EXIT.interrupted, 'canceled; settings not changed');
  }
  return origins;
}

/** Shows the effects first, and asks for each new web origin. */
export async function restore({ words: [file], options }: Invocation<[string], RestoreOptions>): Promise<void> {
  const backup = await readBackup(file);
  const api = await connect(options);
  api.requireProof('no backup was sent');
  const body: RestoreRequest = { backup, parts: options.part };
  const preview = await api.call<RestorePreview>('/app/v1/restore/preview', { method: 'POST', body });
  if (options.preview) {
    if (options.json) return printJson(preview);
    return print(
      linesOf(preview)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }
  const confirm = confirmationOf(preview.effects, await confirmRestore(preview, options));
  const restored = await api.call<RestoreResult>('/app/v1/restore', { method: 'POST', body: { ...body, confirm } });
  if (options.json) return printJson(restored);
  const { parts, passwords_needed: clients, notes, kept } = restored;
  const lines = [
    `Restored: ${parts.join(', ')}. The previous settings are in ${kept}.`,
    ...(clients.length > 0
      ? [`Enter the passwords, certificates or keys of these MQTT clients again: ${clients.join(', ')}.`]
      : []),
    ...notes,
  ];
  await print(lines.map((line) => `${escapeText(line)}\n`).join(''));
}
