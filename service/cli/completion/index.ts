/** `mensura __complete WORD...`: the candidates for the last word. The completions of all shells call it. */

import { distinctLabel } from '../../contract/channel-labels.ts';
import type {
  Alarms,
  AppDevice,
  AppDevices,
  ComputedChannels,
  Databases,
  MqttClients,
  Runs,
} from '../../contract/index.ts';
import { type Api, connect } from '../client/api.ts';
import { RUNS } from '../client/runs.ts';
import { createProgram, fieldFlagsFor } from '../program.ts';
import { escapeText, isPlain } from '../text/escape.ts';
import { type Candidate, type CompletionContext, completeWords, type ValueSource } from './complete-words.ts';

/** Time limit for the service, in milliseconds: completion is interactive. */
const PATIENCE_MS = 1000;

/** The line that adds file names to the candidates. */
const FILES = ':files';

async function namesAt({ wanted, address, prefix }: CompletionContext): Promise<Candidate[]> {
  if (!wanted) return [];
  const late = new Promise<Candidate[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS).unref());
  const names = connect(address).then((api) => serviceNames(api, wanted, prefix));
  // An error in the middle of a command line would garble it.
  return Promise.race([names, late]).catch(() => []);
}

/** The lines for the shell: `word<tab>description` each, or `:files`. */
export async function completionLines(words: readonly string[]): Promise<string[]> {
  const place = completeWords(createProgram(await fieldFlagsFor(words)), words);
  const candidates = [...place.candidates, ...(await namesAt(place))].filter(({ word }) =>
    word.startsWith(place.prefix),
  );
  const lines = candidates
    .filter(({ word }) => isPlain(word))
    .map(({ word, description }) => `${place.lead}${word}\t${escapeText(description)}`);
  return place.files ? [FILES, ...lines] : lines;
}

/** Prints the candidates and exits without waiting for pending requests. */
export async function complete(words: readonly string[]): Promise<void> {
  const lines = await completionLines(words).catch(() => []);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''), () => process.exit(0));
}

function serialOf({ serial, product, alias }: AppDevice): Candidate {
  return { word: serial, description: alias || product.info.name };
}

function channelsOf({ device, product: { channels }, channel_labels }: AppDevice): Candidate[] {
  return device.channel_list.map((word) => {
    const label = distinctLabel(channels, channel_labels, word);
    return { word, description: label || (channels[word]?.description ?? '') };
  });
}

async function deviceNames(api: Api, wanted: ValueSource, prefix: string): Promise<Candidate[]> {
  const { devices } = await api.call<AppDevices>('/app/v1/devices');
  if (wanted.names === 'channels') return devices.filter(({ serial }) => serial === wanted.serial).flatMap(channelsOf);
  if (wanted.names === 'serials' || !prefix.includes('/')) return devices.map(serialOf);
  return devices.flatMap((device) =>
    channelsOf(device).map(({ word, description }) => ({ word: `${device.serial}/${word}`, description })),
  );
}

/** Serial numbers, channels, MQTT clients, databases, alarms, alarm rules, computed channels or runs from the service. @param prefix typed so far. @throws CliError */
async function serviceNames(api: Api, wanted: ValueSource, prefix: string): Promise<Candidate[]> {
  if (wanted.names === 'clients') {
    const { clients } = await api.call<MqttClients>('/app/v1/mqtt/clients');
    return clients.map(({ identifier, host }) => ({ word: identifier, description: host }));
  }
  if (wanted.names === 'databases') {
    const { databases } = await api.call<Databases>('/app/v1/databases');
    return databases.map(({ config }) => ({ word: config.name, description: config.url }));
  }
  if (wanted.names === 'alarms') {
    const { alarms } = await api.call<Alarms>('/app/v1/alarms');
    return alarms.map(({ id, serial, channel }) => ({ word: id, description: `${serial} ${channel}` }));
  }
  if (wanted.names === 'rules') {
    const { rules } = await api.call<Alarms>('/app/v1/alarms');
    return rules.map(({ id, rule: { serial, channel } }) => ({ word: id, description: `${serial} ${channel}` }));
  }
  if (wanted.names === 'computed') {
    const { computed } = await api.call<ComputedChannels>('/app/v1/computed');
    return computed.map(({ id, computed: { name } }) => ({ word: id, description: name }));
  }
  if (wanted.names === 'runs' || wanted.names === 'active-runs') {
    const { runs } = await api.call<Runs>(RUNS);
    const offered = runs.filter(({ to }) => wanted.names === 'runs' || to === null);
    return offered.map(({ id, name }) => ({ word: String(id), description: name }));
  }
  return deviceNames(api, wanted, prefix);
}
