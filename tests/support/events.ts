/** A client of the event stream. */
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { until } from './until.ts';

interface StreamEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
  /** `device` and `device gone` for what an `entity` tells; else the event. */
  what: string;
  /** Of an entity that is there; else empty. */
  value: Record<string, unknown>;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

export interface EventClient {
  /** Everything that came so far. */
  seen: StreamEvent[];
  /** Waits for an event that fits, among those that came and those to come. */
  waitFor(what: string, fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  close(): void;
}

/** Opens `GET /app/v1/events`; resolves when the stream has begun. */
export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<EventClient> {
  const seen: StreamEvent[] = [];
  let request: ClientRequest | undefined;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request = get(`${url}/app/v1/events`, { headers, agent: false }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`The event stream answered ${response.statusCode}.`);
  let text = '';
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event) seen.push(event);
    }
  });
  return {
    seen,
    waitFor: (what, fits) => until(`${what} on the event stream`, () => seen.find(fits)),
    close: () => request?.destroy(),
  };
}

/** One block of the stream; comments alone give null. */
function parse(block: string): StreamEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  const text = fields.get('data');
  if (text === undefined) return null;
  const event = fields.get('event') ?? 'message';
  const data = JSON.parse(text);
  const what = event === 'entity' ? data.kind + (data.value ? '' : ' gone') : event;
  return { event, id: fields.get('id'), data, what, value: data.value ?? {}, at: Date.now() };
}
