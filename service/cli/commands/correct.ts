import type { ChannelCorrection, CorrectionInput, Family } from '../../contract/index.ts';
import type { Api } from '../client/api.ts';
import { connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';

export interface CorrectOptions extends CommonOptions {
  family?: Family;
  point?: CorrectionInput['points'];
  unit?: string;
  fit?: CorrectionInput['fit'];
  from?: number;
  to?: number;
  outside?: 'continue' | 'none';
  standard?: string;
  by?: string;
  date?: string;
  note?: string;
  due?: string;
  on?: boolean;
  off?: boolean;
  remove?: boolean;
}

const POINT_COLUMNS: readonly Column[] = [
  { heading: 'MEASURED', side: 'right' },
  { heading: 'REFERENCE', side: 'right' },
  { heading: 'UNIT' },
];

const VERSION_COLUMNS: readonly Column[] = [
  { heading: 'VERSION', side: 'right' },
  { heading: 'SINCE' },
  { heading: 'STATE' },
  { heading: 'CORRECTED VALUE' },
];

interface Found {
  correction: ChannelCorrection;
  path: string;
}

/** The channel of the USB device if both families have the serial number. @throws CliError `notFound` */
async function find(api: Api, serial: string, channel: string, family: Family | undefined): Promise<Found> {
  const families = family ? [family] : (['usb', 'gateway'] as const);
  for (const candidate of families) {
    const device = `/app/v1/devices/${candidate}/${encodeURIComponent(serial)}`;
    const path = `${device}/channels/${encodeURIComponent(channel)}/correction`;
    const correction = await api.find<ChannelCorrection>(path);
    if (correction) return { correction, path };
    // The device without the channel: its message lists the channels.
    if (await api.find(`${device}?known=true`)) await api.call(path);
  }
  throw new CliError(
    EXIT.notFound,
    `no device with the serial number ${serial}${family ? ` in the family ${family}` : ''}; run "mensura devices" to list devices`,
  );
}

function rangeOf({ from, to, outside }: CorrectOptions, before: CorrectionInput['range']): CorrectionInput['range'] {
  if (from === undefined && to === undefined && outside === undefined) return before;
  const [first, last] = [from ?? before?.from, to ?? before?.to];
  if (first === undefined || last === undefined) throw new CliError(EXIT.usage, 'a range requires --from and --to');
  return { from: first, to: last, outside: outside ?? before?.outside ?? 'continue' };
}

/** New points begin a new correction; without them, the flags change the present one. */
function inputOf({ unit: apiUnit, correction }: ChannelCorrection, options: CorrectOptions): object {
  const { point: points, unit, fit, standard, by, date, note, due, on, off } = options;
  const before = points ? undefined : correction;
  if (!points && !before) {
    throw new CliError(EXIT.usage, 'the channel has no correction; add one with --point, such as --point 20.1=20.0');
  }
  const fields = { points, unit, fit, standard, by, date, note };
  return {
    unit: apiUnit,
    ...before,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    range: rangeOf(options, before?.range ?? null),
    due: due === undefined ? (before?.due ?? null) : due === 'none' ? null : due,
    enabled: off ? false : (on ?? before?.enabled ?? true),
  };
}

function formula(coefficients: readonly number[] | null): string {
  if (!coefficients) return 'not corrected';
  const [c0 = 0, c1 = 1, c2 = 0] = coefficients;
  return `${c0} + ${c1} x${c2 === 0 ? '' : ` + ${c2} x²`}`;
}

function stateOf(correction: CorrectionInput | null): string {
  return correction ? (correction.enabled ? 'on' : 'off') : 'removed';
}

async function show({ correction, versions }: ChannelCorrection): Promise<void> {
  if (versions.length === 0) return printNote('No correction.');
  if (correction) {
    const rows = correction.points.map(({ measured, reference }) => [measured, reference, correction.unit].map(String));
    await print(table(POINT_COLUMNS, rows));
    const { range, standard, by, date, due, note } = correction;
    const facts = {
      Range: range ? `${range.from} to ${range.to} ${correction.unit}, outside: ${range.outside}` : '',
      'Reference standard': standard,
      By: by,
      Date: date,
      'Next check': due ?? '',
      Note: note,
    };
    const lines = Object.entries(facts).flatMap(([name, fact]) => (fact ? [`${name}: ${escapeText(fact)}\n`] : []));
    await print(`${lines.join('')}\n`);
  }
  await print(
    table(
      VERSION_COLUMNS,
      versions.map((one) => [String(one.version), one.since, stateOf(one.correction), formula(one.coefficients)]),
    ),
  );
}

/** Shows the correction of a channel with its versions; with flags, changes it first. */
export async function run({ words, options }: Invocation<[string, string], CorrectOptions>): Promise<void> {
  const [serial, channel] = words;
  const { json, url: _url, dataDir: _dataDir, family, remove, ...changes } = options;
  if (changes.on && changes.off) throw new CliError(EXIT.usage, 'cannot use --on and --off together');
  const isChange = Object.values(changes).some((value) => value !== undefined);
  if (remove && isChange) throw new CliError(EXIT.usage, 'cannot use --remove with flags that change the correction');
  const api = await connect(options);
  const { correction, path } = await find(api, serial, channel, family);
  if (remove) await api.call(path, { method: 'DELETE' });
  else if (isChange) await api.call(path, { method: 'PUT', body: inputOf(correction, options) });
  const after = remove || isChange ? await api.call<ChannelCorrection>(path) : correction;
  await (json ? printJson(after) : show(after));
}
