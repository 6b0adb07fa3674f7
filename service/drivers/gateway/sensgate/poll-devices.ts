/** One question to a gateway, and what its answer means. */
import type { Agent } from 'node:http';
import type { GatewayResponse, SensgateConfig } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';
import { excerptResponse } from './excerpt-response.ts';
import type { Endpoint, Failure } from './failure.ts';
import { describeInvalidResponse } from './invalid-responses.ts';
import { type ParsedResponse, parseResponse } from './parse-response.ts';
import { GATEWAY_PATHS } from './paths.ts';
import { describeRequestFailure } from './request-failures.ts';
import { sendRequest } from './send-request.ts';

export type PollResult =
  /** @param latencyMs from the question to the last byte @param at when that came, in milliseconds since 1970 */
  | { kind: 'good'; answer: ParsedResponse; latencyMs: number; at: number }
  /** @param unknown as much of an answer as came; null where none did */
  | { kind: 'failed'; failure: Failure; unknown: GatewayResponse | null }
  | { kind: 'aborted' };

export interface AttemptOptions {
  config: Pick<SensgateConfig, 'host' | 'port'>;
  agent: Agent;
  /** How long the answer may take, in milliseconds. */
  limitMs: number;
  clock: Clock;
  signal: AbortSignal;
}

/** Asks for the devices. Never rejects for what a gateway or a network does. */
export async function pollDevices({ config: { host, port }, ...options }: AttemptOptions): Promise<PollResult> {
  const place: Endpoint = { host, port, path: GATEWAY_PATHS.devices.path };
  const outcome = await sendRequest({ place, ...options });
  if (outcome.kind === 'aborted') return outcome;
  if (outcome.kind === 'obstacle') {
    const unknown = outcome.answer ? excerptResponse(outcome.answer) : null;
    return { kind: 'failed', failure: describeRequestFailure(outcome.obstacle, place), unknown };
  }
  const { answer, latencyMs, at } = outcome;
  const read = parseResponse(answer);
  if (read.kind === 'good') return { kind: 'good', answer: read, latencyMs, at };
  return { kind: 'failed', failure: describeInvalidResponse(read, place), unknown: excerptResponse(answer) };
}
