/** Topics and example messages of a client, as described in docs/mqtt.md. */

import {
  type AppDevice,
  type ChannelDefinition,
  clientTopics,
  deviceTopics,
  type MqttLayout,
  type ReadingChoice,
  ReadingSelection,
} from '../../../../service/contract/index.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import { plural } from '../../../data/format/numbers.ts';

export interface PreviewTopic {
  topic: string;
  /** JSON, shortened, or a description. */
  sample: string;
  isJson: boolean;
  retained: boolean;
}

export interface Preview {
  topics: PreviewTopic[];
  /** Serial numbers of further devices with the same topics. */
  others: string[];
  /** Number of devices beyond `others`. */
  more: number;
}

export interface PreviewOptions {
  prefix: string;
  layout: MqttLayout;
  /** Null if discovery is off. */
  discoveryPrefix: string | null;
  /** The first one is the example. */
  devices: readonly AppDevice[];
}

/** Further devices listed by serial number. */
const NAMED = 3;

/** Values in an example. */
const VALUES = 1;

const inWords = (topic: string, sample: string): PreviewTopic => ({ topic, sample, isJson: false, retained: true });

/** One device as an example for all. */
export function previewTopics({ prefix, layout, discoveryPrefix, devices }: PreviewOptions): Preview {
  const about = clientTopics(prefix);
  const [first, ...others] = devices;
  const topics = [inWords(about.status, 'online or offline')];
  if (first) topics.push(...deviceExamples(prefix, layout, first));
  topics.push(inWords(about.about, 'installation, service and version'));
  if (discoveryPrefix !== null) {
    topics.push(inWords(`${discoveryPrefix}/sensor/…/config`, 'Home Assistant discovery, one per channel'));
  }
  return {
    topics,
    others: others.slice(0, NAMED).map(({ serial }) => serial),
    more: Math.max(0, others.length - NAMED),
  };
}

function deviceExamples(prefix: string, layout: MqttLayout, device: AppDevice): PreviewTopic[] {
  const topics = deviceTopics(prefix, device.serial);
  const examples: PreviewTopic[] = [];
  if (layout !== 'channel') {
    examples.push({ topic: topics.measurement, sample: measurementSample(device), isJson: true, retained: false });
  }
  if (layout !== 'device') {
    const channels = channelsOf(device);
    for (const channel of channels.slice(0, VALUES)) {
      const sample = channelSample(device, channel);
      examples.push({ topic: topics.channel(channel.label), sample, isJson: true, retained: false });
    }
    const rest = channels.length - VALUES;
    if (rest > 0) {
      const sample = plural(rest, 'more channel');
      examples.push({ topic: topics.channel('…'), sample, isJson: false, retained: false });
    }
  }
  return [
    ...examples,
    inWords(topics.info, 'device and product'),
    inWords(topics.status, 'online or offline'),
    inWords(topics.alarm, 'active alarms'),
  ];
}

/** A recent time that does not change with each render. */
function sampleTime({ last_reading }: AppDevice): string {
  return last_reading ?? '2026-11-20T14:45:12.318Z';
}

function measurementSample(device: AppDevice): string {
  const channels = channelsOf(device);
  const values = channels.slice(0, VALUES).map(({ label, unit }) => {
    const magnitude = device.device.channels[label]?.value?.magnitude ?? null;
    return `${JSON.stringify(label)}:${JSON.stringify({ magnitude, unit })}`;
  });
  if (channels.length > VALUES) values.push(' …');
  const head = JSON.stringify({ serial: device.serial, timestamp: sampleTime(device) }).slice(0, -1);
  return `${head},"values":{${values.join(',')}}}`;
}

function channelSample(device: AppDevice, { label, unit }: ChannelDefinition): string {
  const magnitude = device.device.channels[label]?.value?.magnitude ?? null;
  return JSON.stringify({ magnitude, timestamp: sampleTime(device), unit });
}

interface PublishedDevices {
  devices: AppDevice[];
  /** All connected devices are simulated and not published. */
  onlySimulated: boolean;
}

/**
 * A serial number in both families is one device, published by the USB family.
 * @param simulatedPublished null while unknown
 */
export function publishedDevices(attached: readonly AppDevice[], simulatedPublished: boolean | null): PublishedDevices {
  const real = attached.filter(({ simulated }) => simulatedPublished !== false || !simulated);
  const bySerial = new Map<string, AppDevice>();
  for (const device of real) {
    if (device.family === 'usb' || !bySerial.has(device.serial)) bySerial.set(device.serial, device);
  }
  return { devices: [...bySerial.values()], onlySimulated: attached.length > 0 && real.length === 0 };
}

/** The devices with their channels that a choice selects. */
export function chosenDevices(devices: readonly AppDevice[], choice: ReadingChoice): AppDevice[] {
  const selection = new ReadingSelection(choice);
  const isChosen = (channel: string): boolean => selection.hasChannel(channel);
  const selected = devices.filter((device) => selection.hasDevice(device));
  return selected.map((whole): AppDevice => {
    const device = { ...whole.device, channel_list: whole.device.channel_list.filter(isChosen) };
    return Object.assign({ ...whole }, { device });
  });
}
