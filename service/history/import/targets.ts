/** Decides which channel the readings of a column belong to. */
import {
  type ChannelRef,
  channelPath,
  type ImportOptions,
  parseChannelPath,
  parseDeviceKey,
  type StoredChannel,
} from '../../contract/index.ts';
import { QUANTITIES } from '../../devices/quantities.ts';
import { unitScale } from '../../devices/unit-scale.ts';
import { type ColumnHeading, deviceInName, normalUnit } from './headings.ts';
import type { ImportTarget } from './types.ts';

export interface ChannelCatalog {
  readonly stored: readonly StoredChannel[];
  /** Channels of devices that are or were connected. */
  readonly known: readonly ImportTarget[];
}

/** A column with its channel, or with the reason why it has none. */
export interface PlannedColumn {
  /** From 1; null in a file with a row for each reading. */
  readonly column: number | null;
  readonly heading: string;
  /** In the file. */
  readonly unit: string;
  readonly target: ImportTarget | null;
  readonly problem: string | null;
  /** A value of the file in the unit of the target. */
  convert(value: number): number;
}

export interface PlanRequest {
  readonly column: number | null;
  readonly heading: ColumnHeading;
  readonly options: Pick<ImportOptions, 'columns' | 'device'>;
  /** Name of the file. */
  readonly file: string;
  /** Columns without a channel need not be imported. */
  readonly isGeneral: boolean;
}

const CHANNEL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

const MAX_SERIAL = 256;

const same = (value: number): number => value;

export function planColumn(request: PlanRequest, catalog: ChannelCatalog): PlannedColumn {
  const { column, heading, options, isGeneral } = request;
  const choice = column === null ? undefined : options.columns.find((one) => one.column === column);
  const unit = choice?.unit === undefined ? heading.unit : normalUnit(choice.unit);
  const base = { column, heading: heading.heading, unit, target: null, problem: null, convert: same };
  if (choice?.channel === null) return base;
  const ref = choice ? parseChannelPath(choice.channel) : refOf(request, catalog);
  if (!ref) return base;
  if (typeof ref === 'string') return { ...base, problem: isGeneral ? null : ref };
  const target = targetOf(ref, unit, catalog);
  if (typeof target === 'string') return { ...base, problem: target };
  const scale = unit === '' ? unitScale(target.unit, target.unit) : unitScale(target.unit, unit);
  if (!scale) {
    const problem = target.unit
      ? `the unit "${unit}" cannot be converted to ${target.unit}, the unit of ${channelPath(ref)}`
      : `${channelPath(ref)} has no unit; "${unit}" cannot be converted`;
    return { ...base, problem };
  }
  return { ...base, unit: unit || target.unit, target, convert: unit === target.unit ? same : scale.toApi };
}

/** Marks columns whose channel an earlier one has. */
export function withoutDoubles(columns: readonly PlannedColumn[]): PlannedColumn[] {
  const first = new Map<string, PlannedColumn>();
  return columns.map((planned) => {
    if (!planned.target) return planned;
    const path = channelPath(planned.target);
    const former = first.get(path);
    if (!former) {
      first.set(path, planned);
      return planned;
    }
    return { ...planned, target: null, problem: `${path} is already imported from "${former.heading}"` };
  });
}

/** The channel that the heading names; undefined if it names none, a text if it is unclear which. */
function refOf({ heading, options, file }: PlanRequest, catalog: ChannelCatalog): ChannelRef | string | undefined {
  if (heading.problem !== undefined) return heading.problem;
  const { family, serial, channel } = heading.channel;
  if (channel === undefined) return undefined;
  if (serial === undefined) {
    const device = options.device === undefined ? deviceInName(file) : parseDeviceKey(options.device);
    return device ? { ...device, channel } : 'no device is named; set the device, such as usb/E24638';
  }
  if (family !== undefined) return { family, serial, channel };
  const families = new Set(
    [...catalog.stored, ...catalog.known]
      .filter((one) => one.serial === serial && one.channel === channel)
      .map((one) => one.family),
  );
  if (families.size > 1) {
    return `${serial} ${channel} exists in the families ${[...families].join(' and ')}; set the channel of the column`;
  }
  return { family: [...families][0] ?? 'usb', serial, channel };
}

function targetOf(ref: ChannelRef, unit: string, { stored, known }: ChannelCatalog): ImportTarget | string {
  const isSame = (one: ChannelRef): boolean =>
    one.family === ref.family && one.serial === ref.serial && one.channel === ref.channel;
  const present = known.find(isSame);
  const former = stored.find(isSame);
  const { family, serial, channel } = ref;
  if (former) {
    const { unit: own, description, label, product } = former;
    return { family, serial, channel, unit: own, description, label, product, order: present?.order ?? 0 };
  }
  if (present) return present;
  if (family === 'computed') return `there is no computed channel with the ID ${serial}`;
  if (!CHANNEL_NAME.test(channel)) return `"${channel}" is not a channel name, such as temperature`;
  if (serial.length > MAX_SERIAL) return `a serial number has at most ${MAX_SERIAL} characters`;
  const name = channel.replace(/_\d+$/, '');
  const quantity = Object.entries(QUANTITIES).find(([key]) => key === name)?.[1];
  const [own, description] = [quantity?.unit ?? unit, quantity?.description ?? channel];
  return { family, serial, channel, unit: own, description, label: '', product: '', order: 0 };
}
