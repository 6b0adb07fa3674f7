/** Requests as bytes, changed at random places: what a table of known tricks does not have. */
import * as fc from 'fast-check';
import type { CampaignOptions, Tally } from './campaign.ts';
import { count } from './campaign.ts';
import { keepBytes } from './kept.ts';
import type { Target } from './target.ts';
import { type Conversation, converse, FIN, type Step } from './wire.ts';

/** What stands in for a piece of a request. */
const PIECES = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\r\n ',
  '\0',
  '\t',
  ' ',
  ':',
  ';',
  ',',
  '\x7f',
  '\x80',
  '\xff',
  '%',
  '0',
  '-1',
  'ffffffffffffffff',
  '99999999999999999999',
  'HTTP/1.0',
  'HTTP/2.0',
  'Content-Length: 3\r\n',
  'Content-Length: 0\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: x\r\n',
  'Host: localhost\r\n',
  'Expect: 100-continue\r\n',
  'Connection: upgrade\r\nUpgrade: h2c\r\n',
  '0\r\n\r\n',
  'x'.repeat(20_000),
];

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const BODY = '{"parts":["nothing"]}';

/** Each of which is a good one, or several in a row. */
const REQUESTS = [
  `GET /3.7.0/devices/usb?pretty=true ${HEAD}Accept: */*\r\n\r\n`,
  `GET /app/v1/history?channel=usb/SIM00001/temperature&points=10 ${HEAD}\r\n`,
  `GET /assets/x.js ${HEAD}Range: bytes=0-1\r\nIf-None-Match: "x"\r\n\r\n`,
  `POST /app/v1/reset ${HEAD}${JSON_TYPE}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `POST /app/v1/reset ${HEAD}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  `PATCH /app/v1/settings ${HEAD}${JSON_TYPE}Content-Length: 2\r\n\r\n{}GET /app/v1/status ${HEAD}\r\n`,
  `GET /app/v1/events ${HEAD}Last-Event-ID: abc-1\r\n\r\nGET /app/v1/export?channel=usb/SIM00001/x ${HEAD}\r\n`,
];

type Change = [place: number, removed: number, piece: string];

function changed(text: string, changes: readonly Change[]): Buffer {
  const bytes = changes.reduce((before, [place, removed, piece]) => {
    const at = Math.floor(place * before.length);
    return before.slice(0, at) + piece + before.slice(at + removed);
  }, text);
  return Buffer.from(bytes, 'latin1');
}

const change = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 0, 0, 1, 2, 10),
  fc.constantFrom(...PIECES),
);

const requests = fc
  .tuple(fc.constantFrom(...REQUESTS), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => changed(text, changes));

function judge(target: Target, { end, rest, answers }: Conversation): void {
  const texts = answers.map(({ status, body }) => `${status} ${body.toString().slice(0, 200)}`).join(' | ');
  if (end === 'silent') throw new Error(`The connection hangs: ${texts}`);
  if (answers.some(({ status }) => status >= 500)) throw new Error(`A mistake of the service: ${texts}`);
  if (rest !== '') throw new Error(`What came is no answer: ${rest.slice(0, 300)}`);
  for (const { status, body } of answers) {
    const leak = status >= 400 && target.leakIn(body.toString());
    if (leak) throw new Error(`A refusal tells "${leak}"`);
  }
}

/** What must not be, in words. */
export async function fuzzBytes(target: Target, { seed, runs }: CampaignOptions, tally: Tally): Promise<string[]> {
  const property = fc.asyncProperty(requests, (bytes) => sendBytes(target, bytes, tally));
  const found = await fc.check(property, { seed, numRuns: runs });
  await target.expectWell();
  if (!found.failed) return [];
  const what = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
  const [bytes = Buffer.alloc(0)] = found.counterexample ?? [];
  const shown = JSON.stringify(bytes.toString('latin1').slice(0, 1000));
  return [`bytes, seed ${seed}: ${what}\n${shown}\nkept as ${keepBytes(bytes, what)}`];
}

/** Sends bytes on a connection of their own. @throws Error that says what is wrong with what came */
export async function sendBytes(target: Target, bytes: Buffer, tally: Tally): Promise<void> {
  const steps: Step[] = [bytes, FIN];
  const heard = await converse(target.service.port, steps);
  count(tally, heard);
  judge(target, heard);
}
