import { type GatewayView, MAX_GATEWAYS } from '../../../service/contract/index.ts';
import { type EntryRecord, EntryStore, type ItemDefinition } from '../config-items/entry-store.ts';
import type { PublicationOptions } from '../frame-batcher.ts';

const GATEWAYS: ItemDefinition<GatewayView> = {
  idOf: ({ id }) => id,
  nameOf: ({ config }) => config.name,
  most: MAX_GATEWAYS,
  newsOf: ({ name, data }) => (name === 'gateway' ? { id: data.id, view: data.gateway } : undefined),
};

export type GatewayRecord = EntryRecord<GatewayView>;

export class GatewayStore extends EntryStore<GatewayView> {
  constructor(timing: PublicationOptions = {}) {
    super(GATEWAYS, timing);
  }
}
