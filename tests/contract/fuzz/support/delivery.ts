/** How a request goes over the wire. */
import { FIN, RESET, type Step } from './wire.ts';

export interface FuzzRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
  delivery: Delivery;
}

/** How the body goes over the wire. */
export type Delivery =
  | 'whole'
  | 'chunked'
  | 'byte by byte'
  | 'cut short'
  | 'cut short, then reset'
  | 'half-closed'
  | 'bad chunks'
  | 'more than announced';

/** Those after which an answer cannot be expected. */
export const BREAKS: ReadonlySet<Delivery> = new Set([
  'cut short',
  'cut short, then reset',
  'half-closed',
  'bad chunks',
  'more than announced',
]);

const CRLF = '\r\n';

function chunks(bytes: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / 3));
  const parts = [0, 1, 2]
    .map((index) => bytes.subarray(index * size, (index + 1) * size))
    .filter(({ length }) => length);
  return parts.map((part) => Buffer.concat([Buffer.from(part.length.toString(16) + CRLF), part, Buffer.from(CRLF)]));
}

/** The request as it goes over the wire, on a connection of its own. */
export function stepsOf({ method, target, headers, body, delivery }: FuzzRequest, port: number): Step[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [...(given.has('host') ? [] : [['Host', `127.0.0.1:${port}`]]), ...headers];
  if (!given.has('connection')) lines.push(['Connection', 'close']);
  const inChunks = delivery === 'chunked' || delivery === 'bad chunks';
  const bytes = body ?? Buffer.alloc(0);
  if (inChunks) lines.push(['Transfer-Encoding', 'chunked']);
  else if (body) lines.push(['Content-Length', String(bytes.length)]);
  const text = lines.map(([name, value]) => `${name}: ${value}${CRLF}`).join('');
  const head = Buffer.from(`${method} ${encodeTarget(target)} HTTP/1.1${CRLF}${text}${CRLF}`, 'latin1');
  const half = bytes.subarray(0, bytes.length >> 1);
  const whole: Record<Delivery, Step[]> = {
    whole: [Buffer.concat([head, bytes])],
    chunked: [head, ...chunks(bytes), `0${CRLF}${CRLF}`],
    'byte by byte': [...[...head.subarray(0, 200)].map((byte) => Buffer.of(byte)), head.subarray(200), bytes],
    'cut short': [head, half, FIN],
    'cut short, then reset': [head, half, 5, RESET],
    'half-closed': [Buffer.concat([head, bytes]), FIN],
    'bad chunks': [head, `${(bytes.length + 1).toString(16)}${CRLF}`, bytes, `xyz${CRLF}`, FIN],
    'more than announced': [head, bytes, `GARBAGE ${CRLF}${CRLF}`],
  };
  return whole[delivery];
}

/** As UTF-8 in the bytes of the request line, since that is what is sent raw. */
function encodeTarget(target: string): string {
  return Buffer.from(target).toString('latin1');
}
