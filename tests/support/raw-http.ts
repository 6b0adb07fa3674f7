/** HTTP by hand over a socket, so that no client library puts a request right before it is sent. */
import { connect } from 'node:net';

/** How long an answer may take, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 15_000;

export interface Answer {
  status: number;
  /** Every value of a header, by its lower-case name, in the order they came. */
  all(name: string): string[];
  /** The only value of a header; undefined where it is missing. */
  header(name: string): string | undefined;
  body: Buffer;
  text: string;
  /** @throws SyntaxError when the body is not JSON */
  json<Shape = Record<string, unknown>>(): Shape;
}

export interface Request {
  method?: string;
  path: string;
  /** In this order, as they are. `Host` and `Connection: close` are added unless given here. */
  headers?: [name: string, value: string][];
  /** Leaves `Host` out. */
  noHost?: boolean;
  body?: string | Buffer;
  version?: '1.0' | '1.1';
  /** The address to connect to. */
  address?: string;
}

/** Sends a request to a port of this computer and reads the whole answer; of an event stream only the head. */
export function request(port: number, options: Request): Promise<Answer> {
  const { method = 'GET', path, headers = [], noHost = false, body, version = '1.1' } = options;
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [...headers];
  if (!noHost && !given.has('host')) lines.unshift(['Host', `127.0.0.1:${port}`]);
  if (!given.has('connection')) lines.push(['Connection', 'close']);
  if (body !== undefined && !given.has('content-length') && !given.has('transfer-encoding')) {
    lines.push(['Content-Length', String(Buffer.byteLength(body))]);
  }
  const head = `${method} ${path} HTTP/${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return exchange(port, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')]), options);
}

/** Sends bytes as they are and reads one answer. */
export function exchange(
  port: number,
  bytes: Buffer,
  { method = 'GET', address = '127.0.0.1' }: Pick<Request, 'method' | 'address'> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, address);
    let received = Buffer.alloc(0);
    const settle = (end: boolean): boolean => {
      const answer = parse(received, method === 'HEAD', end);
      if (answer) resolve(answer);
      if (answer) socket.destroy();
      return answer !== null;
    };
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy();
      reject(new Error(`No complete answer after ${PATIENCE_MS} ms; so far: ${received.toString('latin1')}`));
    });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    });
    socket.on('error', (error) => {
      if (!settle(true)) reject(error);
    });
    socket.on('end', () => {
      if (!settle(true)) reject(new Error('The connection was closed without an answer.'));
    });
  });
}

function parse(received: Buffer, headOnly: boolean, end: boolean): Answer | null {
  const border = received.indexOf('\r\n\r\n');
  if (border < 0) return null;
  const [first = '', ...rest] = received.subarray(0, border).toString('latin1').split('\r\n');
  const headers = rest.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() };
  });
  const all = (name: string): string[] => headers.filter((item) => item.name === name).map(({ value }) => value);
  const rawBody = received.subarray(border + 4);
  const stream = all('content-type')[0]?.startsWith('text/event-stream') ?? false;
  const body = headOnly || stream ? rawBody : wholeBody(rawBody, all, end);
  if (!body) return null;
  const text = body.toString('utf8');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]),
    all,
    header: (name) => {
      const values = all(name);
      if (values.length > 1) throw new Error(`${name} came ${values.length} times.`);
      return values[0];
    },
    body,
    text,
    json: <Shape>() => JSON.parse(text) as Shape,
  };
}

/** The body once it is complete. */
function wholeBody(raw: Buffer, all: (name: string) => string[], end: boolean): Buffer | null {
  const length = all('content-length')[0];
  if (length !== undefined) return raw.length >= Number(length) ? raw : null;
  if (all('transfer-encoding')[0] === 'chunked') return unchunk(raw);
  return end ? raw : null;
}

function unchunk(raw: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = raw.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(raw.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(parts);
    at = lineEnd + 2 + size + 2;
    if (at > raw.length) return null;
    parts.push(raw.subarray(lineEnd + 2, lineEnd + 2 + size));
  }
}
