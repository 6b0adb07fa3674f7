/** What a choice of readings will send: computed from the connected devices and their periods. */
import { type AppDevice, type ReadingChoice, ReadingSelection } from '../../../service/contract/index.ts';

/** A reading as it will be sent. */
export interface ExpectedReading {
  channel: string;
  magnitude: number;
  unit: string;
  /** Of a mean only. */
  spread?: { count: number; maximum: number; minimum: number };
}

export interface ExpectedTraffic {
  /** Devices that are selected and connected, without computed channels. */
  devices: number;
  /** Selected computed channels. */
  computed: number;
  /** Messages or lines. */
  perHour: number;
  bytesPerDay: number;
  /** The most that can be: unchanged values are not sent. */
  isAtMost: boolean;
}

export interface TrafficOptions {
  choice: ReadingChoice;
  devices: readonly AppDevice[];
  /** Bytes of each message or line of one sampling. */
  sizesOf(device: AppDevice, readings: readonly ExpectedReading[]): readonly number[];
}

const HOUR_MS = 3_600_000;

/** A value that is not known yet, as long as most. */
const USUAL_VALUE = 21.375;

/** The sum over all selected devices. */
export function expectedTraffic({ choice, devices, sizesOf }: TrafficOptions): ExpectedTraffic {
  const selection = new ReadingSelection(choice);
  const total = { devices: 0, computed: 0, perHour: 0, bytesPerDay: 0, isAtMost: choice.only_changes };
  for (const device of devices) {
    const channels = device.device.channel_list.filter((channel) => selection.hasChannel(channel));
    if (!selection.hasDevice(device) || channels.length === 0) continue;
    const periods = channels.map((channel) => device.device.channels[channel]?.period_ms ?? HOUR_MS);
    const samplingsPerHour = HOUR_MS / Math.max(Math.min(...periods), choice.interval_s * 1000);
    const readings = channels.map((channel) => expectedReading(choice, device, channel));
    const sizes = sizesOf(device, readings);
    total[device.family === 'computed' ? 'computed' : 'devices'] += 1;
    total.perHour += samplingsPerHour * sizes.length;
    total.bytesPerDay += 24 * samplingsPerHour * sizes.reduce((sum, size) => sum + size, 0);
  }
  return total;
}

function expectedReading(choice: ReadingChoice, { device, product }: AppDevice, channel: string): ExpectedReading {
  const measured = device.channels[channel]?.value?.magnitude ?? USUAL_VALUE;
  const magnitude =
    choice.decimals === null ? measured : Math.round(measured * 10 ** choice.decimals) / 10 ** choice.decimals;
  const isMean = choice.interval_s > 0 && choice.interval_value === 'mean';
  const spread = { count: choice.interval_s, maximum: magnitude, minimum: magnitude };
  return { channel, magnitude, unit: product.channels[channel]?.unit ?? '', ...(isMean && { spread }) };
}

const encoder = new TextEncoder();

/** In bytes, as UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
