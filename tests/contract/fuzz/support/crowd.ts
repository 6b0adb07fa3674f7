/** Requests to all operations at the same time. */
import * as fc from 'fast-check';
import { type CampaignOptions, count, settled, type Tally } from './campaign.ts';
import { stepsOf } from './delivery.ts';
import { judge } from './judge.ts';
import { keepRequest } from './kept.ts';
import { requestsTo } from './requests.ts';
import type { Target } from './target.ts';
import { converse } from './wire.ts';

/** How many are under way at a time. */
const AT_ONCE = 24;

/** What must not be, in words: at most one of it. */
export async function fuzzTogether(target: Target, { seed, runs }: CampaignOptions, tally: Tally): Promise<string[]> {
  const { port } = target.service;
  const each = target.api.operations.map((operation) =>
    requestsTo(target.api, operation, target.names).map((request) => ({ operation, request })),
  );
  const open = fc.sample(fc.oneof(...each), { seed, numRuns: runs });
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next && problems.length === 0; next = open.pop()) {
      const { operation, request } = next;
      const heard = await converse(port, stepsOf(request, port), { isHead: request.method === 'HEAD' });
      count(tally, heard);
      try {
        judge(target, operation, request, heard);
      } catch (error) {
        const what = String(error);
        const file = keepRequest(operation, request, what);
        problems.push(
          `${operation.method} ${operation.path}, together, seed ${seed}: ${what.slice(0, 2000)}\nkept as ${file}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // What was sent without waiting for an answer may still be done.
  await settled(target);
  await target.expectWell();
  return problems.slice(0, 1);
}
