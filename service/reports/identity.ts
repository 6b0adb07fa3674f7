import {
  APP_VERSION_TEXT,
  type ComputedChannel,
  deviceKey,
  formatExactDuration,
  formatRunDuration,
  formatRunLead,
  type RunChannelStatistics,
  runStart,
} from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import { formatLocalTime } from '../support/local-time.ts';
import type { ReportContent, ReportData, ReportTable } from './types.ts';

/** Names come from devices and remote installations too. */
const MAX_TEXT = 200;

const NOT_STATED = 'Not stated';

/** What the report is about: its range, who is responsible, and what made it. */
export function factsOf({ run, statistics, zone }: ReportData): ReportContent['facts'] {
  const time = (at: number): string => formatLocalTime(at, zone.offsetOf);
  const [from, to] = [Date.parse(statistics.from), Date.parse(statistics.to)];
  const lead = run ? formatRunLead(run) : '';
  const start = time(run ? runStart(run) : from);
  const isActive = run !== null && run.to === null;
  const facts: (readonly [label: string, text: string])[] = [
    ['Run ID', run ? String(run.id) : ''],
    ['Start', lead ? `${start} (${lead})` : start],
    ['End', isActive ? `${time(to)} (the run is active)` : time(to)],
    ['Time zone', zone.name],
    ['Duration', run ? formatRunDuration(run, to) : formatExactDuration(to - from)],
    ['Operator', run ? run.operator || NOT_STATED : ''],
    ['Tags', run ? run.tags.join(', ') : ''],
    ['Mensura version', APP_VERSION_TEXT],
  ];
  return facts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => ({ label, text: labelText(text, 20 * MAX_TEXT) }));
}

export function deviceTable({ statistics, texts }: ReportData): ReportTable {
  const devices = new Map(statistics.channels.map((channel) => [deviceKey(channel), channel]));
  return {
    columns: [{ label: 'Device' }, { label: 'Serial number' }, { label: 'Product' }, { label: 'Firmware' }],
    rows: [...devices.values()].map((channel) => deviceRow(channel, texts)),
    none: 'No devices.',
    notes: [],
  };
}

function deviceRow(channel: RunChannelStatistics, { registry, names, computed }: ReportData['texts']): string[] {
  const { family, serial } = channel;
  if (family === 'computed') return computedRow(computed.list().find(({ id }) => id === serial));
  const { description } = registry.get(channel) ?? {};
  const { major, minor } = description?.firmware ?? { major: 0, minor: 0 };
  const model = description?.productName || description?.product.model || 'Unknown';
  const cells = [
    names.get(channel).alias || model,
    serial,
    description?.simulated ? `${model} (simulated: not real data)` : model,
    major === 0 && minor === 0 ? 'Unknown' : `${major}.${minor}`,
  ];
  return cells.map((text) => labelText(text, MAX_TEXT));
}

/** The ID of a computed channel means nothing to the user; its formula does. */
function computedRow(found: Pick<ComputedChannel, 'computed'> | undefined): string[] {
  if (!found) return ['Deleted computed channel', '', '', ''];
  const { name, formula } = found.computed;
  return [labelText(name, MAX_TEXT), '', `Computed: ${labelText(formula, 20 * MAX_TEXT)}`, ''];
}
