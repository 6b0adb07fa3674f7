import type {
  AppDevice,
  ComputedChannel,
  ComputedChannels,
  ComputedInput,
  ComputedPreview,
} from '../../contract/index.ts';
import { counted } from '../../support/counted.ts';
import { type Api, connect } from '../client/api.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';

const COMPUTED = '/app/v1/computed';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'NAME' },
  { heading: 'VALUE', side: 'right' },
  { heading: 'UNIT' },
  { heading: 'FORMULA' },
  { heading: 'REASON' },
];

type FieldOptions = CommonOptions & Readonly<Record<string, string | number | boolean | undefined>>;

function pathOf(id: string): string {
  return `${COMPUTED}/${encodeURIComponent(id)}`;
}

/** The computed channel with this ID or name. @throws CliError `notFound`; `usage` for a name that several have */
async function find(api: Api, id: string): Promise<ComputedChannel> {
  const { computed } = await api.call<ComputedChannels>(COMPUTED);
  const [found, ...others] = computed.filter((one) => one.id === id || one.computed.name === id);
  if (!found) {
    throw new CliError(
      EXIT.notFound,
      `no computed channel with the ID or name ${id}; run "mensura computed ls" to list them`,
    );
  }
  if (others.length > 0) throw new CliError(EXIT.usage, `several computed channels have the name ${id}; use the ID`);
  return found;
}

/** Value and reason of a computed channel; it may have been deleted. */
async function readingOf(api: Api, { id }: ComputedChannel): Promise<{ value: string; reason: string }> {
  const device = await api.find<AppDevice>(`/app/v1/devices/computed/${id}`);
  const value = device?.device.channels['value']?.value;
  return { value: value ? String(value.magnitude) : '-', reason: device?.reasons['value'] ?? '' };
}

async function rowOf(api: Api, channel: ComputedChannel): Promise<string[]> {
  const { value, reason } = await readingOf(api, channel);
  const { name, unit, formula } = channel.computed;
  return [channel.id, name, value, unit, formula, reason];
}

export async function list({ options }: Invocation<[]>): Promise<void> {
  const api = await connect(options);
  const { computed } = await api.call<ComputedChannels>(COMPUTED);
  if (options.json) return printJson(computed);
  if (computed.length === 0) return printNote('No computed channels. Run "mensura computed add" to add one.');
  const rows: string[][] = [];
  for (const channel of computed) rows.push(await rowOf(api, channel));
  await print(table(COLUMNS, rows));
}

export async function show({ words: [id], options }: Invocation<[string]>): Promise<void> {
  const api = await connect(options);
  const channel = await find(api, id);
  if (options.json) return printJson(channel);
  const { value, reason } = await readingOf(api, channel);
  const { name, unit, decimals, formula, max_age_ms: maxAge } = channel.computed;
  const lines = [
    `ID            ${channel.id}`,
    `Name          ${name}`,
    `Formula       ${formula}`,
    `Value         ${value === '-' ? `none: ${reason}` : `${value} ${unit}`.trim()}`,
    `Decimals      ${decimals}`,
    `Maximum age   ${maxAge} ms`,
    ...(channel.has_integral ? [`Integral from ${channel.reset_at ?? '-'}`] : []),
  ];
  await print(lines.map((line) => `${escapeText(line)}\n`).join(''));
}

/** The values of the flags, by field. */
async function givenFields(options: FieldOptions): Promise<Partial<ComputedInput>> {
  // Loaded here: the other subcommands start without the schemas.
  const { FIELD_FLAGS, fieldValues } = await import('../field-flags.ts');
  return fieldValues(FIELD_FLAGS.computed, options);
}

export async function add({
  words: [name, formula],
  options,
}: Invocation<[string, string], FieldOptions>): Promise<void> {
  const body = { ...(await givenFields(options)), name, formula };
  const api = await connect(options);
  const channel = await api.call<ComputedChannel>(COMPUTED, { method: 'POST', body });
  if (options.json) return printJson(channel);
  await print(`${escapeText(`Added computed channel ${channel.id} ("${channel.computed.name}").`)}\n`);
}

export async function set({ words: [id], options }: Invocation<[string], FieldOptions>): Promise<void> {
  const changes = await givenFields(options);
  if (Object.keys(changes).length === 0) {
    throw new CliError(EXIT.usage, 'nothing to change: enter a flag; run "mensura computed set --help" to list them');
  }
  const api = await connect(options);
  const before = await find(api, id);
  const body = { ...before.computed, ...changes };
  const channel = await api.call<ComputedChannel>(pathOf(before.id), { method: 'PUT', body });
  if (options.json) return printJson(channel);
  await print(`${escapeText(`Changed computed channel ${channel.id} ("${channel.computed.name}").`)}\n`);
}

interface RemoveOptions extends CommonOptions {
  yes?: boolean;
}

/** Deletes none unless all exist. */
export async function remove({ words: [ids], options }: Invocation<[string[]], RemoveOptions>): Promise<void> {
  const api = await connect(options);
  const channels: ComputedChannel[] = [];
  for (const id of new Set(ids)) channels.push(await find(api, id));
  const names = escapeText(channels.map(({ computed }) => `"${computed.name}"`).join(', '));
  if (!options.yes) {
    requireTerminal(`deleting ${names} cannot be undone; use --yes to confirm`);
    if (!(await isYes(`Delete ${names}? Stored readings stay.`))) {
      throw new CliError(EXIT.interrupted, 'canceled; computed channels not deleted');
    }
  }
  for (const { id } of channels) await api.call(pathOf(id), { method: 'DELETE' });
  if (options.json) return printJson({ removed: channels.map(({ id }) => id) });
  await print(`Deleted ${names}.\n`);
}

export async function reset({ words: [id], options }: Invocation<[string]>): Promise<void> {
  const api = await connect(options);
  const { id: found } = await find(api, id);
  const channel = await api.call<ComputedChannel>(`${pathOf(found)}/reset`, { method: 'POST' });
  if (options.json) return printJson(channel);
  await print(`${escapeText(`Set "${channel.computed.name}" to 0.`)}\n`);
}

interface TestOptions extends CommonOptions {
  maxAge?: number;
}

/** @throws CliError `failed` for an invalid formula; `noValue` without a result */
export async function test({ words: [formula], options }: Invocation<[string], TestOptions>): Promise<void> {
  const api = await connect(options);
  const body = { formula, max_age_ms: options.maxAge };
  const preview = await api.call<ComputedPreview>(`${COMPUTED}/preview`, { method: 'POST', body });
  if (options.json) await printJson(preview);
  const { error, magnitude, reason, magnitudes } = preview;
  if (error) throw new CliError(EXIT.failed, `character ${error.at + 1}: ${error.message}`);
  if (magnitude === null) throw new CliError(EXIT.noValue, `no result: ${reason}`);
  if (options.json) return;
  await print(`${magnitude}\n`);
  printNote(`${counted(magnitudes.length, 'result')} in the last hour.`);
}
