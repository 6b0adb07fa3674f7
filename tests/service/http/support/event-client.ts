/** A reader of the event stream that shows what it was told, and that can stop reading. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type EntityKind, entityEventSchema } from '../../../../service/contract/index.ts';

export interface ReceivedEvent {
  id: string;
  event: string;
  data: unknown;
  /** `device` and `device gone` for what an `entity` tells; else the event. */
  what: string;
  /** Of an entity: null if it is gone. */
  value?: unknown;
}

/** How long a test waits for an event, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 15_000;

export class EventClient {
  /** What was told, apart from the settings and the end of what every stream begins with. */
  readonly events: ReceivedEvent[] = [];
  readonly settings: ReceivedEvent[] = [];
  isReady = false;
  readonly #incoming: IncomingMessage;
  /** The last id the stream gave, with an event or alone. */
  lastId = '';
  /** Everything as it came, comments and all. */
  text = '';
  #rest = '';
  #ended = false;
  readonly #waiting = new Set<() => void>();

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => this.#take(chunk));
    for (const end of ['end', 'error', 'close']) incoming.on(end, () => this.#finish());
  }

  get headers(): IncomingHttpHeaders {
    return this.#incoming.headers;
  }

  get ended(): boolean {
    return this.#ended;
  }

  pause(): void {
    this.#incoming.pause();
  }

  resume(): void {
    this.#incoming.resume();
  }

  close(): void {
    this.#incoming.destroy();
  }

  /** Resolves when the condition holds; looked at whenever something came. */
  async until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!condition()) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`Nothing of the kind came. What came: ${this.text.slice(-2000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** What the entities of a kind were, in order. */
  valuesOf(kind: EntityKind): unknown[] {
    return this.events.filter(({ what }) => what.split(' ')[0] === kind).map(({ value }) => value);
  }

  async untilCount(count: number): Promise<ReceivedEvent[]> {
    await this.until(() => this.events.length >= count);
    return this.events;
  }

  #take(chunk: string): void {
    this.text += chunk;
    this.#rest += chunk;
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#read(block);
    this.#wake();
  }

  #read(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    this.lastId = fields.get('id') ?? this.lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    const received = { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) };
    const { event } = received;
    if (event === 'ready') this.isReady = true;
    else if (event !== 'entity') this.events.push({ ...received, what: event });
    else {
      const { kind, value } = entityEventSchema.parse(received.data);
      const told = kind === 'settings' ? this.settings : this.events;
      told.push({ ...received, what: value === null ? `${kind} gone` : kind, value });
    }
  }

  #finish(): void {
    this.#ended = true;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

export async function openEvents(port: number, headers: Record<string, string> = {}): Promise<EventClient> {
  const outgoing = request({ host: '127.0.0.1', port, path: '/app/v1/events', headers, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return new EventClient(incoming);
}
