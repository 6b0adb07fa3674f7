import { distinctLabel } from '../../contract/channel-labels.ts';
import type { AppDevice, Family } from '../../contract/index.ts';
import { formatReading } from '../../contract/precision.ts';
import { connect } from '../client/api.ts';
import { findDevice, requireChannel } from '../client/device-path.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';

interface GetOptions extends CommonOptions {
  family?: Family;
  unit?: boolean;
}

/** The current reading of a channel; the magnitude is null without a valid one. */
interface Latest {
  channel: string;
  magnitude: number | null;
  unit: string;
  timestamp: string | null;
}

const COLUMNS: readonly Column[] = [
  { heading: 'CHANNEL' },
  { heading: 'VALUE', side: 'right' },
  { heading: 'UNIT' },
  { heading: 'TIME' },
  { heading: 'LABEL', isOptional: true },
  { heading: 'REASON', isOptional: true },
];

function latestOf({ device, product }: AppDevice, channel: string): Latest {
  const value = device.channels[channel]?.value;
  const unit = value?.unit ?? product.channels[channel]?.unit ?? '';
  return { channel, magnitude: value?.magnitude ?? null, unit, timestamp: value?.timestamp ?? null };
}

async function printAll(device: AppDevice, json: boolean): Promise<void> {
  const { family, serial, reasons } = device;
  const readings = device.device.channel_list.map((channel) => latestOf(device, channel));
  if (json) {
    const values = Object.fromEntries(readings.map(({ channel, ...reading }) => [channel, reading]));
    return printJson({ family, serial, values });
  }
  if (readings.length === 0) return printNote('No readings yet.');
  const rows = readings.map(({ channel, magnitude, unit, timestamp }) => {
    const why = magnitude === null ? (reasons[channel] ?? '') : '';
    const label = distinctLabel(device.product.channels, device.channel_labels, channel);
    return [
      channel,
      magnitude === null ? '-' : formatReading(magnitude, channel, unit),
      unit,
      timestamp ?? '-',
      label,
      why,
    ];
  });
  await print(table(COLUMNS, rows));
}

/** Only the value on the line, so that `$(mensura get ...)` is a number. @throws CliError `noValue` */
async function printOne(device: AppDevice, channel: string, { json, unit }: GetOptions): Promise<void> {
  const { family, serial, reasons } = device;
  const latest = latestOf(device, channel);
  if (json) await printJson({ family, serial, ...latest });
  if (latest.magnitude === null) {
    const why = reasons[channel] ? `: ${reasons[channel].replace(/\.$/, '')}` : '';
    throw new CliError(
      EXIT.noValue,
      `${serial} ${channel} has no valid reading${why}; run "mensura watch" to wait for one`,
    );
  }
  if (!json) await print(`${latest.magnitude}${unit ? ` ${escapeText(latest.unit)}` : ''}\n`);
}

export async function run({ words, options }: Invocation<[string, string?], GetOptions>): Promise<void> {
  const [serial, channel] = words;
  const device = await findDevice(await connect(options), serial, options.family);
  if (channel === undefined) return printAll(device, options.json === true);
  requireChannel(device, channel);
  await printOne(device, channel, options);
}
