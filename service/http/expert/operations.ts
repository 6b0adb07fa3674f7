/** The expert operations (interface.md#expert-operations) and the versions that have them. */
import { type ContractVersion, expertAddSchema, expertRemoveSchema } from '../../contract/index.ts';
import type { MqttAdministration } from '../options.ts';
import { checkBody, type JsonBody } from '../routing/strict-json.ts';

export const EXPERT_VERSIONS = ['3.6.0', '3.7.0'] as const satisfies readonly ContractVersion[];
export type ExpertVersion = (typeof EXPERT_VERSIONS)[number];

export interface ExpertOperation {
  /** The last segment of its path. */
  name: string;
  /**
   * Applies the body as a whole or not at all; resolves when it is saved.
   * @throws MensuraError `bad-request` naming fields, `storage-failed`
   */
  perform(mqtt: MqttAdministration, body: JsonBody): Promise<void>;
}

export const EXPERT_OPERATIONS: readonly ExpertOperation[] = [
  { name: 'add_mqtt_clients', perform: async (mqtt, body) => mqtt.expertAdd(checkBody(expertAddSchema, body)) },
  { name: 'remove_mqtt_client', perform: async (mqtt, body) => mqtt.expertRemove(checkBody(expertRemoveSchema, body)) },
];
