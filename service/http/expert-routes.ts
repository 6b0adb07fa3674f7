/** `/expert/{v}/...`: the expert operations on MQTT clients (interface.md#expert-operations). */
import type * as z from 'zod';
import { type ContractVersion, expertAddSchema, expertRemoveSchema } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import { errorText, isMensuraError } from '../support/errors.ts';
import { publicMessage } from './error-response.ts';
import type { HttpOptions, MqttAdministration } from './options.ts';
import { type JsonResponse, jsonResponse, sendResponse } from './response.ts';
import type { Resource } from './routing/resource.ts';
import { checkBody, type JsonBody } from './routing/strict-json.ts';
import { statusOf } from './status.ts';

/** The versions that have the expert operations. */
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

/** The responses of the expert operations by version (interface.md#expert-answers). */
export interface ExpertFormat {
  success: JsonResponse;
  failure(error: unknown): JsonResponse;
  /** For a body that cannot be read. */
  unreadable(message: string): JsonResponse;
}

function messageResponse(status: number, message: string): JsonResponse {
  return jsonResponse(status, canonicalJson({ message }));
}

function reasonResponse(status: number, reason: string): JsonResponse {
  return jsonResponse(status, canonicalJson({ reason, success: false }));
}

export const EXPERT_FORMATS: Readonly<Record<ExpertVersion, ExpertFormat>> = {
  // Status codes came with 3.7.0: clients of 3.6.0 read the body of a response with status 200.
  '3.6.0': {
    success: jsonResponse(200, canonicalJson({ success: true })),
    failure: (error) => reasonResponse(200, publicMessage(error)),
    unreadable: (message) => reasonResponse(400, message),
  },
  // The contract has only 400 and 500.
  '3.7.0': {
    success: messageResponse(200, 'success'),
    failure: (error) => messageResponse(statusOf(error) < 500 ? 400 : 500, publicMessage(error)),
    unreadable: (message) => messageResponse(400, message),
  },
};

export function expertPath(version: ExpertVersion, { name }: ExpertOperation): string {
  return `/expert/${version}/${name}`;
}

export function expertRoutes({ mqtt, logger }: Pick<HttpOptions, 'mqtt' | 'logger'>): Resource[] {
  const resource = (version: ExpertVersion, operation: ExpertOperation): Resource => {
    const { success, failure, unreadable } = EXPERT_FORMATS[version];
    return {
      path: expertPath(version, operation),
      unreadable,
      post: async (request, response, body) => {
        try {
          await operation.perform(mqtt, body);
          sendResponse(response, success);
        } catch (error) {
          if (!isMensuraError(error)) logger.error(`${request.path} failed: ${errorText(error)}`, { error });
          sendResponse(response, failure(error));
        }
      },
    };
  };
  return EXPERT_VERSIONS.flatMap((version) => EXPERT_OPERATIONS.map((operation) => resource(version, operation)));
}
