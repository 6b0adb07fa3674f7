import { distinctLabel } from '../../contract/channel-labels.ts';
import type { Alarms, AppDevice, AppDevices, MqttClients } from '../../contract/index.ts';
import type { Api } from '../client/api.ts';
import type { Candidate, ValueSource } from './complete-words.ts';

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

/** Serial numbers, channels, MQTT clients or alarms from the service. @param prefix typed so far. @throws CliError */
export async function serviceNames(api: Api, wanted: ValueSource, prefix: string): Promise<Candidate[]> {
  if (wanted.names === 'clients') {
    const { clients } = await api.call<MqttClients>('/app/v1/mqtt/clients');
    return clients.map(({ identifier, host }) => ({ word: identifier, description: host }));
  }
  if (wanted.names === 'alarms') {
    const { alarms } = await api.call<Alarms>('/app/v1/alarms');
    return alarms.map(({ id, serial, channel }) => ({ word: id, description: `${serial} ${channel}` }));
  }
  return deviceNames(api, wanted, prefix);
}
