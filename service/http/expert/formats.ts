/** The responses of the expert operations by version (interface.md#expert-answers). */
import { canonicalJson } from '../../support/canonical-json.ts';
import { publicMessage } from '../error-response.ts';
import { type JsonResponse, jsonResponse } from '../response.ts';
import { statusOf } from '../status.ts';
import type { ExpertVersion } from './operations.ts';

export interface ExpertFormat {
  success: JsonResponse;
  failure(error: unknown): JsonResponse;
  /** For a body that cannot be read. */
  unreadable(message: string): JsonResponse;
}

function messageAnswer(status: number, message: string): JsonResponse {
  return jsonResponse(status, canonicalJson({ message }));
}

function reasonAnswer(status: number, reason: string): JsonResponse {
  return jsonResponse(status, canonicalJson({ reason, success: false }));
}

export const EXPERT_FORMATS: Readonly<Record<ExpertVersion, ExpertFormat>> = {
  // Status codes came with 3.7.0: clients of 3.6.0 read the body of a response with status 200.
  '3.6.0': {
    success: jsonResponse(200, canonicalJson({ success: true })),
    failure: (error) => reasonAnswer(200, publicMessage(error)),
    unreadable: (message) => reasonAnswer(400, message),
  },
  // The contract has only 400 and 500.
  '3.7.0': {
    success: messageAnswer(200, 'success'),
    failure: (error) => messageAnswer(statusOf(error) < 500 ? 400 : 500, publicMessage(error)),
    unreadable: (message) => messageAnswer(400, message),
  },
};
