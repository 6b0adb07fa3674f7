/** What can be wrong with an emulated gateway: how it answers `GET {base}/devices`. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Body, withWrongCrc } from './shapes.ts';

/** How long `slow` waits unless told, in milliseconds. */
const DEFAULT_SLOW_MS = 3000;

/** How much random there is in `garbage`, and how much `huge` sends at a time, in bytes. */
const GARBAGE_BYTES = 2000;
const HUGE_PIECE_BYTES = 65_536;

const HTML_PAGE =
  '<!doctype html><html><head><title>Printer</title></head><body><h1>Ready</h1><p>Paper: A4</p></body></html>';

/** One request that is to be answered. */
export interface Asked {
  response: ServerResponse;
  /** What the answer is while nothing is wrong. */
  body: Body;
  /** How long `slow` waits, in milliseconds; default 3000. */
  ms: number | undefined;
  /** Called right before the body is handed over whole and right. */
  tell(): void;
}

type Answer = (asked: Asked) => void;

const FAULT_TABLE = {
  /** Nothing is wrong. */
  well: answerWell,
  /** Answers well, after so many milliseconds. */
  slow: (asked) => {
    const timer = setTimeout(() => answerWell(asked), asked.ms ?? DEFAULT_SLOW_MS);
    asked.response.once('close', () => clearTimeout(timer));
  },
  /** Closes the connection in the midst of the body, whose whole length was announced. */
  half: ({ response, body: { contentType, text } }) => {
    const bytes = Buffer.from(text);
    // At least one byte is missing, also where no instrument is plugged in.
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': Math.max(bytes.length, 2) });
    response.flushHeaders();
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroySoon());
  },
  'status-500': ({ response }) => send(response, 500, { contentType: 'text/plain', text: 'Internal Server Error\n' }),
  'status-401': ({ response }) => {
    response.setHeader('WWW-Authenticate', 'Basic realm="gateway"');
    send(response, 401, { contentType: 'text/plain', text: 'Unauthorized\n' });
  },
  /** Random bytes that call themselves what the body would be. */
  garbage: ({ response, body: { contentType } }) => {
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': GARBAGE_BYTES });
    response.end(randomBytes(GARBAGE_BYTES));
  },
  /** The body again and again, until the other side has enough. */
  huge: ({ response, body: { contentType, text } }) => {
    const piece = Buffer.alloc(HUGE_PIECE_BYTES, text || 'D,\r\n');
    response.writeHead(200, { 'Content-Type': contentType });
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  },
  /** Accepts, and never answers. */
  silent: () => {},
  /** Something else that listens on this port: a web page. */
  'not-a-gateway': ({ response }) => send(response, 200, { contentType: 'text/html', text: HTML_PAGE }),
  /** Every line carries a wrong check sum. */
  'bad-crc': ({ response, body }) => send(response, 200, { ...body, text: withWrongCrc(body.text) }),
} as const satisfies Record<string, Answer>;

export type GatewayFault = keyof typeof FAULT_TABLE;

export const GATEWAY_FAULTS = Object.keys(FAULT_TABLE) as GatewayFault[];

/** Answers one request. */
export function answer(fault: GatewayFault, asked: Asked): void {
  FAULT_TABLE[fault](asked);
}

/** One whole answer, with its length in the header. */
export function send(response: ServerResponse, status: number, { contentType, text }: Body): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': bytes.length });
  response.end(bytes);
}

function answerWell({ response, body, tell }: Asked): void {
  tell();
  send(response, 200, body);
}
