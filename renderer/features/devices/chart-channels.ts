/** How the channels of a product are drawn: a channel keeps its colour everywhere. */
import type { ChannelDefinition, Family } from '../../../service/contract/index.ts';
import { chartChannel } from '../charts/channel.ts';
import type { ChartChannel } from '../charts/types.ts';

/** The colours of the common quantities; the others take what is free. */
const PREFERRED: Readonly<Record<string, number>> = {
  temperature: 0,
  dew_point: 1,
  humidex: 2,
  atmospheric_pressure: 3,
  relative_humidity: 4,
  heat_index: 5,
  altitude: 5,
  pressure: 3,
  differential_pressure: 1,
  co2: 5,
  illuminance: 2,
};

const COLOURS = 6;

/** Lines that meet in one panel (one unit) differ by these too, in the order of the channels. */
const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];

/** What has to be known of the device. */
export interface ChartDevice {
  readonly family: Family;
  readonly serial: string;
  readonly simulated: boolean;
}

/** The channels with colour (series 0 to 5) and dash. The same product always gives the same answer. */
export function chartChannels(device: ChartDevice, definitions: readonly ChannelDefinition[]): ChartChannel[] {
  const { family, serial, simulated } = device;
  const channels: ChartChannel[] = [];
  for (const { label, description, unit } of definitions) {
    const panel = channels.filter((channel) => channel.unit === unit);
    const taken = new Set(panel.map(({ colour }) => colour));
    const wanted = PREFERRED[label] ?? PREFERRED[label.replace(/_\d+$/, '')] ?? channels.length % COLOURS;
    const order = Array.from({ length: COLOURS }, (_, step) => (wanted + step) % COLOURS);
    const colour = order.find((candidate) => !taken.has(candidate)) ?? wanted;
    const dash = DASHES[panel.length % DASHES.length] ?? [];
    channels.push(chartChannel({ family, serial, channel: label }, { description, unit, colour, dash, simulated }));
  }
  return channels;
}
