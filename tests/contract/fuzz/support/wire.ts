/** A connection played byte by byte, and all the answers that came on it. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a connection may say nothing before it counts as hanging, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 20_000;

/** Closes our half. */
export const FIN = Symbol('fin');
/** Breaks the connection off without a word. */
export const RESET = Symbol('reset');

/** What is sent, or a pause in milliseconds. */
export type Step = Buffer | string | number | typeof FIN | typeof RESET;

export interface WireAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
  /** It ended as it said that it would. */
  isWhole: boolean;
}

export interface Conversation {
  /** In the order they came, without those of status 1xx. */
  answers: WireAnswer[];
  /** What came and is no answer. */
  rest: string;
  /** `silent`: nothing came for long, and the connection stayed open. `stream`: one that does not end was begun. */
  end: 'closed' | 'reset' | 'silent' | 'stream';
}

export interface TalkOptions {
  address?: string;
  /** Whether the answers are to HEAD: their bodies are left out. */
  isHead?: boolean;
  patienceMs?: number;
}

/** Sends the steps one after the other, and listens until the service closes or begins a stream. */
export async function converse(
  port: number,
  steps: readonly Step[],
  { address = '127.0.0.1', isHead = false, patienceMs = PATIENCE_MS }: TalkOptions = {},
): Promise<Conversation> {
  const socket = connect({ port, host: address, noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let wasReset = false;
  const heard = (): Buffer => Buffer.concat(chunks);
  const ended = new Promise<Conversation['end']>((resolve) => {
    socket.setTimeout(patienceMs, () => resolve('silent'));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isStream(chunk)) resolve('stream');
    });
    socket.on('error', () => {
      wasReset = true;
    });
    socket.on('end', () => resolve('closed'));
    socket.on('close', () => resolve(wasReset ? 'reset' : 'closed'));
  });
  const over = ended.then(() => true);
  await play(socket, steps, over);
  const end = await ended;
  socket.destroy();
  return { ...answersIn(heard(), isHead), end };
}

async function play(socket: Socket, steps: readonly Step[], over: Promise<boolean>): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed) return;
    if (step === FIN) socket.end();
    else if (step === RESET) socket.resetAndDestroy();
    else if (typeof step === 'number') {
      if (await Promise.race([delay(step, false), over])) return;
    } else await Promise.race([new Promise((resolve) => socket.write(step, resolve)), over]);
  }
}

function isStream(chunk: Buffer): boolean {
  return /\r\ncontent-type: text\/event-stream/i.test(chunk.toString('latin1'));
}

/** Everything that came, taken apart by the rules of RFC 9112. */
export function answersIn(bytes: Buffer, isHead: boolean): Pick<Conversation, 'answers' | 'rest'> {
  const answers: WireAnswer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const head = headAt(bytes, at);
    if (!head) break;
    const { status, headers } = head;
    const bodyless = isHead || status < 200 || status === 204 || status === 304;
    const { body, end, isWhole } = bodyless
      ? { body: Buffer.alloc(0), end: head.end, isWhole: true }
      : bodyAt(bytes, head.end, headers);
    if (status >= 200) answers.push({ status, headers, body, isWhole });
    at = end;
  }
  return { answers, rest: bytes.subarray(at).toString('latin1') };
}

function headAt(bytes: Buffer, from: number): { status: number; headers: [string, string][]; end: number } | undefined {
  const border = bytes.indexOf('\r\n\r\n', from);
  if (border < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(from, border).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(first)?.[1]);
  if (Number.isNaN(status)) return undefined;
  const headers = lines.map((line): [string, string] => {
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+): *([\t -~\x80-\xff]*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value];
  });
  return headers.some(([name]) => name === '') ? undefined : { status, headers, end: border + 4 };
}

type Body = { body: Buffer; end: number; isWhole: boolean };

function bodyAt(bytes: Buffer, from: number, headers: readonly [string, string][]): Body {
  const value = (wanted: string): string | undefined => headers.find(([name]) => name === wanted)?.[1];
  if (value('transfer-encoding') === 'chunked') return chunksAt(bytes, from);
  const length = value('content-length');
  const end = length === undefined ? bytes.length : Math.min(bytes.length, from + Number(length));
  return {
    body: bytes.subarray(from, end),
    end,
    isWhole: length === undefined || end - from === Number(length),
  };
}

function chunksAt(bytes: Buffer, from: number): Body {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const end = lineEnd + 2 + size + 2;
    if (!(end <= bytes.length)) return { body: Buffer.concat(parts), end: bytes.length, isWhole: false };
    if (size === 0) return { body: Buffer.concat(parts), end, isWhole: true };
    parts.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
}
