/** What every played administration has: it remembers what was asked of it, and fails where a test wants it to. */

/** A request for what an administration answers. */
export interface Asked {
  method: string;
  /** Below `/app/v1/`, decoded; of MQTT below `/app/v1/mqtt/`. */
  path: string;
  query: URLSearchParams;
  /** Undefined where there was none, or none in JSON. */
  body: unknown;
}

/** What a test has answered in the service's place. */
export interface Decided {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export abstract class Played {
  /** What it was asked to do, with what it was given. */
  readonly calls: unknown[][] = [];
  /** What everything asked of it fails with. */
  failure: Error | undefined;
  /** The requests that were made of it, in order; only behind `Front`. */
  readonly asked: Asked[] = [];
  /** Decides about a request before it comes to the service; undefined lets it pass. Only behind `Front`. */
  onAsked: ((asked: Asked) => Decided | Promise<Decided | undefined> | undefined) | undefined;

  /** The bodies that were sent to a path, newest last. */
  bodies(method: string, path: string): unknown[] {
    return this.asked.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  }

  protected note(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }
}

/** Where a listener of an administration's events fails, the test does. */
export function fail(error: unknown): never {
  throw error;
}
