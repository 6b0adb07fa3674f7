/** `/expert/{v}/...`: the expert operations on MQTT clients. */
import { canonicalJson } from '../../support/canonical-json.ts';
import { errorText, isMensuraError } from '../../support/errors.ts';
import { publicMessage } from '../error-response.ts';
import type { HttpOptions } from '../options.ts';
import { type JsonResponse, jsonResponse, sendResponse } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { statusOf } from '../status.ts';
import { EXPERT_OPERATIONS, EXPERT_VERSIONS, type ExpertOperation, type ExpertVersion } from './operations.ts';

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
