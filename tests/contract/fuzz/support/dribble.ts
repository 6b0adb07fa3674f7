/** Callers who send a byte now and then and never come to an end: of the head, of the body, of nothing at all. */
import { type Conversation, converse, type Step } from './wire.ts';

/** How long there is between two bytes, in milliseconds. */
const PAUSE_MS = 200;

/** More bytes than any bound of time lets through. */
const BYTES = 400;

const HEAD = 'POST /app/v1/mqtt/clients HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

interface Beginning {
  what: string;
  first: string;
  /** How it must end: the status of the one answer, and how the connection is closed. */
  end: string;
  /** How long it must be let go on, in milliseconds: as docs/abuse.md has it. */
  atLeastMs: number;
}

const BEGINNINGS: readonly Beginning[] = [
  // With a space no request begins: nothing is waited for.
  { what: 'nothing', first: '', end: '400 closed', atLeastMs: 0 },
  { what: 'a head', first: `${HEAD}X-Slow: `, end: '408 closed', atLeastMs: 10_000 },
  { what: 'a body', first: `${HEAD}Content-Length: 1000\r\n\r\n{`, end: '408 closed', atLeastMs: 30_000 },
  {
    what: 'a body in chunks',
    first: `${HEAD}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{`,
    end: '408 closed',
    atLeastMs: 30_000,
  },
];

interface Ending {
  /** What was begun, and how it ended. */
  how: string;
  /** In words; undefined where it ended as it must. */
  problem: string | undefined;
}

/** @returns how each ended, and whether it may */
export function dribble(port: number, callers: number): Promise<Ending[]> {
  const all = Array.from({ length: callers }, async (_, index) => {
    const { what, first, end, atLeastMs } = BEGINNINGS[index % BEGINNINGS.length] as Beginning;
    const steps: Step[] = [first];
    for (let byte = 0; byte < BYTES; byte += 1) steps.push(PAUSE_MS, ' ');
    const begin = performance.now();
    const ended = endOf(await converse(port, steps, { patienceMs: BYTES * PAUSE_MS }));
    const lastedMs = performance.now() - begin;
    const how = `${what}: ${ended}`;
    const isRight = ended === end && lastedMs >= atLeastMs;
    const wanted = `${end} after ${atLeastMs / 1000} s or a little more`;
    return { how, problem: isRight ? undefined : `${how} after ${(lastedMs / 1000).toFixed(1)} s, not ${wanted}` };
  });
  return Promise.all(all);
}

function endOf({ answers, end }: Conversation): string {
  return `${answers.map(({ status }) => status).join() || 'no answer'} ${end}`;
}
