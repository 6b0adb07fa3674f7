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
  requireTerminal(`deleting ${names} also deletes passwords and discards queued messages; use --yes to confirm`);
  const isMeant = await isYes(`Delete ${names}, including passwords and queued messages?`);
  if (!isMeant) throw new CliError(EXIT.interrupted, 'canceled; clients not deleted');
}

/** Deletes none unless all exist. */
export async function run({ words: [identifiers], options }: Invocation<[string[]], RemoveOptions>): Promise<void> {
  const api = await connect(options);
  const each = [...new Set(identifiers)];
  const paths = each.map((identifier) => `/app/v1/mqtt/clients/${encodeURIComponent(identifier)}`);
  for (const path of paths) await api.call(path);
  if (!options.yes) await confirm(escapeText(each.join(', ')));
  for (const path of paths) await api.call(path, { method: 'DELETE' });
  if (options.json) return printJson({ removed: each });
  await print(`Deleted ${escapeText(each.join(', '))}.\n`);
}
