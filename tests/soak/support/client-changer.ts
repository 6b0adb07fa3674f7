/** Adds, changes and removes MQTT clients over HTTP continuously, with every operation. */

import { send } from '../../support/load/publishing.ts';
import type { Random } from '../../support/random.ts';
import type { ClientBook, Entries, Entry } from './client-book.ts';

export interface ChangerOptions {
  url: string;
  /** The clients that only this one changes. */
  identifiers: readonly string[];
  /** Ports that clients publish to. */
  ports: readonly number[];
  book: ClientBook;
  random: Random;
}

const HOST = '127.0.0.1';
const SECRET = 'nothing to hide';

/** A request and its effect on the clients. */
interface Request {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body: unknown;
  change: Entries;
}

/** A client in a request. */
function configOf({ name, port, keep_alive, password_set }: Entry): Record<string, unknown> {
  return { host: HOST, name, port, keep_alive, password: password_set ? SECRET : '' };
}

export class ClientChanger {
  readonly #options: ChangerOptions;
  /** Confirmed changes. */
  confirmed = 0;
  readonly refusals: string[] = [];

  constructor(options: ChangerOptions) {
    this.#options = options;
  }

  /** Repeats until the service does not respond. */
  async run(): Promise<void> {
    const { url, book } = this.#options;
    for (;;) {
      const { method, path, body, change } = this.#next();
      book.begin(change);
      let answer: Awaited<ReturnType<typeof send>>;
      try {
        answer = await send(url, method, path, body);
      } catch {
        // The service is gone. The change stays open in the book: it may have been made or not.
        return;
      }
      const done = answer.status < 300 && answer.body['success'] !== false;
      book.settle(change, done);
      if (done) this.confirmed += 1;
      else this.refusals.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  #next(): Request {
    const { identifiers, book, random } = this.#options;
    const present = identifiers.filter((identifier) => book.of(identifier));
    const absent = identifiers.filter((identifier) => !book.of(identifier));
    const ways = [() => this.#add(random.some(identifiers, random.whole(1, 3)))];
    if (present.length > 0) {
      ways.push(
        () => this.#remove(random.some(present, random.whole(1, 2))),
        () => this.#update(random.pick(present)),
        () => this.#delete(random.pick(present)),
      );
    }
    if (absent.length > 0) ways.push(() => this.#create(random.pick(absent)));
    return random.pick(ways)();
  }

  #entry(identifier: string): Entry {
    const { random, ports } = this.#options;
    return {
      name: random.pick([identifier, `${identifier}-renamed`]),
      port: random.pick(ports),
      keep_alive: random.whole(1, 60_000),
      password_set: random.next() < 0.5,
    };
  }

  #expert(operation: string): string {
    return `/expert/${this.#options.random.pick(['3.6.0', '3.7.0'])}/${operation}`;
  }

  #add(identifiers: readonly string[]): Request {
    const entries = identifiers.map((identifier): [string, Entry] => [identifier, this.#entry(identifier)]);
    const clients = Object.fromEntries(entries.map(([identifier, entry]) => [identifier, configOf(entry)]));
    const path = this.#expert('add_mqtt_clients');
    return { method: 'POST', path, body: { mqtt: { clients } }, change: new Map(entries) };
  }

  #remove(identifiers: readonly string[]): Request {
    const clients = identifiers.map((identifier) => this.#options.book.of(identifier)?.name ?? identifier);
    const change = new Map(identifiers.map((identifier) => [identifier, null]));
    return { method: 'POST', path: this.#expert('remove_mqtt_client'), body: { mqtt: { clients } }, change };
  }

  #create(identifier: string): Request {
    const entry = this.#entry(identifier);
    const body = { identifier, ...configOf(entry) };
    return { method: 'POST', path: '/app/v1/mqtt/clients', body, change: new Map([[identifier, entry]]) };
  }

  #update(identifier: string): Request {
    const entry = this.#entry(identifier);
    const change = new Map([[identifier, entry]]);
    return { method: 'PUT', path: `/app/v1/mqtt/clients/${identifier}`, body: configOf(entry), change };
  }

  #delete(identifier: string): Request {
    const change = new Map([[identifier, null]]);
    return { method: 'DELETE', path: `/app/v1/mqtt/clients/${identifier}`, body: {}, change };
  }
}
