import { MAX_MQTT_CLIENTS, type MqttClientView } from '../../../service/contract/index.ts';
import { type EntryRecord, EntryStore, type ItemDefinition } from '../config-items/entry-store.ts';
import type { PublicationOptions } from '../frame-batcher.ts';

const CLIENTS: ItemDefinition<MqttClientView> = {
  idOf: ({ identifier }) => identifier,
  nameOf: ({ name }) => name,
  most: MAX_MQTT_CLIENTS,
  newsOf: ({ name, data }) => (name === 'client' ? { id: data.identifier, view: data.client } : undefined),
};

export type ClientRecord = EntryRecord<MqttClientView>;

export class ClientStore extends EntryStore<MqttClientView> {
  constructor(timing: PublicationOptions = {}) {
    super(CLIENTS, timing);
  }
}
