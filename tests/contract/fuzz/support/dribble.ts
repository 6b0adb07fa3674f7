/** Callers who send a byte now and then and never come to an end: of the head, of the body, of nothing at all. */
import { type Conversation, converse, type Step } from './wire.ts';

/** How long there is between two bytes, in milliseconds. */
const PAUSE_MS = 200;

/** More bytes than any bound of time lets through. */
const BYTES = 400;

const HEAD = 'POST /app/v1/mqtt/clients HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

const BEGINNINGS = [
  '',
  `${HEAD}X-Slow: `,
  `${HEAD}Content-Length: 1000\r\n\r\n{`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n3e8\r\n{`,
];

/** @returns how each ended: its status, and how the connection was closed */
export async function dribble(port: number, callers: number): Promise<string[]> {
  const all = Array.from({ length: callers }, async (_, index) => {
    const steps: Step[] = [BEGINNINGS[index % BEGINNINGS.length] ?? ''];
    for (let byte = 0; byte < BYTES; byte += 1) steps.push(PAUSE_MS, ' ');
    return ended(await converse(port, steps, { patienceMs: BYTES * PAUSE_MS }));
  });
  return Promise.all(all);
}

function ended({ answers, end }: Conversation): string {
  return `${answers.map(({ status }) => status).join() || 'no answer'} ${end}`;
}
