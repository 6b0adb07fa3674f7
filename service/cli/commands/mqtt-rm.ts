import { connect } from '../client/api.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';

interface RemoveOptions extends CommonOptions {
  yes?: boolean;
}

/** @throws CliError `usage` without a terminal; `interrupted` unless the answer is yes */
async function confirm(names: string): Promise<void> {
  requireTerminal(`removing ${names} also deletes the password and outbox; use --yes to confirm`);
  const isMeant = await isYes(`Remove ${names}, including the password and outbox?`);
  if (!isMeant) throw new CliError(EXIT.interrupted, 'canceled; nothing was removed');
}

/** Removes none unless all exist. */
export async function run({ words: [identifiers], options }: Invocation<[string[]], RemoveOptions>): Promise<void> {
  const api = await connect(options);
  const each = [...new Set(identifiers)];
  const paths = each.map((identifier) => `/app/v1/mqtt/clients/${encodeURIComponent(identifier)}`);
  for (const path of paths) await api.call(path);
  if (!options.yes) await confirm(escapeText(each.join(', ')));
  for (const path of paths) await api.call(path, { method: 'DELETE' });
  if (options.json) return printJson({ removed: each });
  await print(`Removed ${escapeText(each.join(', '))}.\n`);
}
