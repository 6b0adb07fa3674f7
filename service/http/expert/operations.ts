/** The expert operations (interface.md#expert-operations) and the versions that have them. */
import type * as z from 'zod';
import { type ContractVersion, expertAddSchema, expertRemoveSchema } from '../../contract/index.ts';
import type { MqttAdministration } from '../options.ts';
import { checkBody, type JsonBody } from '../routing/strict-json.ts';

export const EXPERT_VERSIONS = ['3.6.0', '3.7.0'] as const satisfies readonly ContractVersion[];
export type ExpertVersion = (typeof EXPERT_VERSIONS)[number];

export interface ExpertOperation {
  /** The last segment of its path. */
  name: string;
  summary: string;
  description: string;
  schema: z.ZodType;
  example: unknown;
  /**
   * Applies the body as a whole or not at all; resolves when it is saved.
   * @throws MensuraError `bad-request` naming fields, `storage-failed`
   */
  perform(mqtt: MqttAdministration, body: JsonBody): Promise<void>;
}

export const EXPERT_OPERATIONS: readonly ExpertOperation[] = [
  {
    name: 'add_mqtt_clients',
    summary: 'Add or update MQTT clients',
    description:
      'Clients by identifier. Omitted fields are set to their defaults, also in an existing client; fields of the app API are not changed. All clients of a request are saved, or none. Success means saved; the response does not wait for a broker.',
    schema: expertAddSchema,
    example: { mqtt: { clients: { lab: { host: 'localhost', name: 'lab', port: 1883 } } } },
    perform: async (mqtt, body) => mqtt.expertAdd(checkBody(expertAddSchema, body)),
  },
  {
    name: 'remove_mqtt_client',
    summary: 'Remove MQTT clients',
    description:
      'By name. An entry that matches no name is used as an identifier. If an entry matches no client, the request fails and nothing is removed.',
    schema: expertRemoveSchema,
    example: { mqtt: { clients: ['lab'] } },
    perform: async (mqtt, body) => mqtt.expertRemove(checkBody(expertRemoveSchema, body)),
  },
];
