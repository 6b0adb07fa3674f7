/** The answers of the expert operations in each version (interface.md#expert-answers). */
import { canonicalJson } from '../../support/canonical-json.ts';
import { type JsonAnswer, jsonAnswer } from '../answer.ts';
import { messageOf } from '../refusal.ts';
import { statusOf } from '../status.ts';
import type { ExpertVersion } from './operations.ts';

export interface ExpertForm {
  success: JsonAnswer;
  /** The request could not be done. */
  failure(error: unknown): JsonAnswer;
  /** The request could not even be read. */
  unreadable(message: string): JsonAnswer;
}

function messageAnswer(status: number, message: string): JsonAnswer {
  return jsonAnswer(status, canonicalJson({ message }));
}

function reasonAnswer(status: number, reason: string): JsonAnswer {
  return jsonAnswer(status, canonicalJson({ reason, success: false }));
}

export const EXPERT_FORMS: Readonly<Record<ExpertVersion, ExpertForm>> = {
  // Status codes came with 3.7.0: clients of 3.6.0 read the body of an answer with status 200.
  '3.6.0': {
    success: jsonAnswer(200, canonicalJson({ success: true })),
    failure: (error) => reasonAnswer(200, messageOf(error)),
    unreadable: (message) => reasonAnswer(400, message),
  },
  // Failures are 400 or 500, no other status.
  '3.7.0': {
    success: messageAnswer(200, 'success'),
    failure: (error) => messageAnswer(statusOf(error) < 500 ? 400 : 500, messageOf(error)),
    unreadable: (message) => messageAnswer(400, message),
  },
};
