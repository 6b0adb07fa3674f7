/** One question to a gateway, and what its answer means. */
import type { Agent } from 'node:http';
import type { GatewayAnswer, SensgateConfig } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';
import type { Failure, Place } from './failure.ts';
import { misanswerFailure } from './misanswers.ts';
import { obstacleFailure } from './obstacles.ts';
import { GATEWAY_PATHS } from './paths.ts';
import { ask } from './question.ts';
import { type GoodAnswer, readAnswer } from './read-answer.ts';
import { unknownAnswer } from './unknown-answer.ts';

export type Attempt =
  /** @param latencyMs from the question to the last byte @param at when that came, in milliseconds since 1970 */
  | { kind: 'good'; answer: GoodAnswer; latencyMs: number; at: number }
  /** @param unknown as much of an answer as came; null where none did */
  | { kind: 'failed'; failure: Failure; unknown: GatewayAnswer | null }
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
export async function attempt({ config: { host, port }, ...options }: AttemptOptions): Promise<Attempt> {
  const place: Place = { host, port, path: GATEWAY_PATHS.devices.path };
  const outcome = await ask({ place, ...options });
  if (outcome.kind === 'aborted') return outcome;
  if (outcome.kind === 'obstacle') {
    const unknown = outcome.answer ? unknownAnswer(outcome.answer) : null;
    return { kind: 'failed', failure: obstacleFailure(outcome.obstacle, place), unknown };
  }
  const { answer, latencyMs, at } = outcome;
  const read = readAnswer(answer);
  if (read.kind === 'good') return { kind: 'good', answer: read, latencyMs, at };
  return { kind: 'failed', failure: misanswerFailure(read, place), unknown: unknownAnswer(answer) };
}
