/** Fuzzing of a running service, for a number of requests or for a time; every run can be repeated by its seed. */
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { until } from '../../../support/until.ts';
import type { Operation } from './api.ts';
import { type FuzzRequest, stepsOf } from './delivery.ts';
import { judge } from './judge.ts';
import { keepRequest } from './kept.ts';
import { requestsTo } from './requests.ts';
import type { Target } from './target.ts';
import { type Conversation, converse } from './wire.ts';

export interface CampaignOptions {
  seed: number;
  /** Requests to each operation. */
  runs: number;
}

/** What a campaign sent and got. */
export interface Tally {
  requests: number;
  /** Answers by status; `none` where a connection was closed without one. */
  statuses: Map<string, number>;
}

export function newTally(): Tally {
  return { requests: 0, statuses: new Map() };
}

export function count(tally: Tally, { answers }: Conversation): void {
  tally.requests += 1;
  const { statuses } = tally;
  const seen = answers.length > 0 ? answers.map((answer) => String(answer.status)) : ['none'];
  for (const status of seen) statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** How many more open files than before there may be: files of the history and of outboxes come and go. */
const MORE_HANDLES = 25;

/** How much oftener operations with parameters are asked: there is more to get wrong. */
const QUERY_FACTOR = 6;

/** How long nothing may have changed, in milliseconds: longer than a change that is under way takes. */
const SETTLED_MS = 200;

/** Fuzzes every operation that the service describes; what must not be is told in words, with how to repeat it. */
export async function fuzzOperations(target: Target, options: CampaignOptions, tally: Tally): Promise<string[]> {
  const problems: string[] = [];
  const handles = target.handles();
  for (const operation of target.api.operations) {
    const problem = await fuzzOperation(target, operation, options, tally);
    if (problem) problems.push(problem);
    // What the log tells of a mistake that was found is less than how to repeat it.
    if (problems.length === 0) await target.expectWell();
  }
  await until('the connections to be gone', () => target.handles() <= handles + MORE_HANDLES);
  return problems;
}

async function fuzzOperation(
  target: Target,
  operation: Operation,
  { seed, runs }: CampaignOptions,
  tally: Tally,
): Promise<string | undefined> {
  const ask = await askerOf(target, operation, tally);
  const property = fc.asyncProperty(requestsTo(target.api, operation, target.names), ask);
  const hasQuery = operation.described.parameters?.some((parameter) => parameter.in === 'query') === true;
  const found = await fc.check(property, { seed, numRuns: hasQuery ? runs * QUERY_FACTOR : runs });
  if (!found.failed) return undefined;
  const [request] = found.counterexample ?? [];
  const what = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
  const said = `${operation.method} ${operation.path}, seed ${seed}: ${what.slice(0, 2000)}`;
  return request ? `${said}\n${shown(request)}\nkept as ${keepRequest(operation, request, what)}` : said;
}

/** Sends requests to an operation, one after the other. Each rejects with what is wrong with its answer, or was done. */
export async function askerOf(
  target: Target,
  operation: Operation,
  tally: Tally,
): Promise<(request: FuzzRequest) => Promise<void>> {
  const { port } = target.service;
  let before = await target.settings();
  let wasAnswered = true;
  return async (request) => {
    const heard = await converse(port, stepsOf(request, port), { isHead: request.method === 'HEAD' });
    count(tally, heard);
    judge(target, operation, request, heard);
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const [answer] = heard.answers;
    const isRefused = answer !== undefined && answer.status >= 400;
    // Without an answer it may still be done: nobody knows when, and a busy service while the next one is under way.
    const after = answer ? await target.settings() : await settled(target);
    const isSure = wasAnswered;
    const was = before;
    [before, wasAnswered] = [after, answer !== undefined];
    if (isRefused && isSure && was !== after) throw new Error(`It was refused and done: ${difference(was, after)}`);
  };
}

function difference(was: string, is: string): string {
  const same = was.split('').findIndex((character, index) => character !== is[index]);
  const from = Math.max(0, same - 100);
  return `${was.slice(from, from + 300)} became ${is.slice(from, from + 300)}`;
}

/** What is set once nothing changes any more. */
export async function settled(target: Target): Promise<string> {
  let last = await target.settings();
  return until('settings that stay', async () => {
    await delay(SETTLED_MS);
    const now = await target.settings();
    const isSame = now === last;
    last = now;
    return isSame && now;
  });
}

function shown({ body, ...request }: FuzzRequest): string {
  const text = body?.toString('latin1') ?? '';
  return JSON.stringify({
    ...request,
    body: text.length > 500 ? `${text.slice(0, 500)}... (${text.length} bytes)` : text,
  });
}
