/** Follows devices through the restart that a mode switch causes. */
import type { AppDevice, ProtocolName } from '../../../service/contract/index.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { Connection, Snapshot, StreamEvent } from '../stream/messages.ts';
import { type DeviceIdentity, deviceKey } from './key.ts';

/** An instrument that restarts is given so long before the user is told that it has not come back. In milliseconds. */
const SWITCH_PATIENCE_MS = 20_000;

/** So many are followed at once; of more, the oldest are put away. */
const MAX_FOLLOWED = 100;

/**
 * `asking` the service has not answered yet; `restarting` the instrument was told; `overdue` it has not come back in
 * time; `unchanged` it came back, or stayed, in its old mode.
 */
export type SwitchPhase = 'asking' | 'restarting' | 'overdue' | 'unchanged';

export interface ModeSwitch extends DeviceIdentity {
  wanted: ProtocolName;
  phase: SwitchPhase;
  /** When it was asked for, then when the instrument was told: this computer's time, milliseconds since 1970. */
  since: number;
}

/** How a switch went on: `done` it is back in the mode that was wanted. */
export interface ModeSwitchEvent extends DeviceIdentity {
  wanted: ProtocolName;
  outcome: 'done' | Exclude<SwitchPhase, 'asking' | 'restarting'>;
}

export interface ModeSwitchesOptions {
  /** Tells the instrument; rejects with why it was not told. */
  ask: (identity: DeviceIdentity, wanted: ProtocolName) => Promise<unknown>;
  /** In milliseconds; default 20 s. */
  patienceMs?: number;
}

/** What the stream says of an instrument meanwhile. */
interface Followed {
  shown: ModeSwitch;
  isAttached: boolean;
  /** It was gone since the switch was asked for: what comes back has restarted. */
  hasLeft: boolean;
  speaks: ProtocolName | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class ModeSwitchTracker {
  readonly #ask: ModeSwitchesOptions['ask'];
  readonly #patienceMs: number;
  readonly #followed = new Map<string, Followed>();
  readonly #all = new ValueStore<ReadonlyMap<string, ModeSwitch>>(new Map());
  readonly #listeners = new Set<(news: ModeSwitchEvent) => void>();
  #isLive = true;

  constructor({ ask, patienceMs = SWITCH_PATIENCE_MS }: ModeSwitchesOptions) {
    this.#ask = ask;
    this.#patienceMs = patienceMs;
  }

  /** By the device's key; one that came to its end well is not there any more. */
  get all(): Readable<ReadonlyMap<string, ModeSwitch>> {
    return this.#all;
  }

  /** Tells of each outcome once. @returns the function that ends the subscription */
  listen(listener: (news: ModeSwitchEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Asks for a switch and follows it. Resolves when the instrument was told; it restarts from then on.
   * @throws RequestError when the instrument was not told: nothing is followed then
   */
  async begin({ family, serial, protocol }: AppDevice, wanted: ProtocolName): Promise<void> {
    const key = deviceKey({ family, serial });
    this.forget(key);
    const followed: Followed = {
      shown: { family, serial, wanted, phase: 'asking', since: Date.now() },
      isAttached: true,
      hasLeft: false,
      speaks: protocol,
      timer: undefined,
    };
    this.#followed.set(key, followed);
    for (const oldest of [...this.#followed.keys()].slice(0, -MAX_FOLLOWED)) this.forget(oldest);
    this.#show();
    try {
      await this.#ask({ family, serial }, wanted);
    } catch (error) {
      if (this.#followed.get(key) === followed) this.forget(key);
      throw error;
    }
    if (this.#followed.get(key) !== followed) return;
    this.#enter(followed, 'restarting');
    followed.shown = { ...followed.shown, since: Date.now() };
    this.#watch(key, followed);
    // The stream may have been faster than the answer.
    this.#judge(key, followed);
    this.#show();
  }

  /** Puts away what is said of a switch. */
  forget(key: string): void {
    const followed = this.#followed.get(key);
    if (!followed) return;
    clearTimeout(followed.timer);
    this.#followed.delete(key);
    this.#show();
  }

  /** Takes everything that the stream's keeper knows. */
  load({ devices, connection }: Pick<Snapshot, 'devices' | 'connection'>): void {
    this.take([{ name: 'reset', data: {} }, ...devices.map((data): StreamEvent => ({ name: 'device', data }))]);
    this.connect(connection);
  }

  /** Takes what the stream said. @returns whether a switch went on by it: that shall show at once */
  take(events: readonly StreamEvent[]): boolean {
    if (this.#followed.size === 0) return false;
    const before = this.#all.get();
    for (const event of events) this.#take(event);
    return this.#all.get() !== before;
  }

  /** Nothing is known of an instrument while the service is away: its time begins anew when the service is back. */
  connect({ state }: Pick<Connection, 'state'>): void {
    const isLive = state === 'live';
    if (isLive === this.#isLive) return;
    this.#isLive = isLive;
    for (const [key, followed] of this.#followed) this.#watch(key, followed);
  }

  /** Ends all timers; may be called twice. */
  stop(): void {
    for (const key of this.#followed.keys()) this.forget(key);
    this.#listeners.clear();
  }

  #take(event: StreamEvent): void {
    if (event.name === 'reset') {
      // That the service forgot everything says nothing about an instrument.
      for (const followed of this.#followed.values()) followed.isAttached = false;
      return;
    }
    if (event.name !== 'removed' && event.name !== 'device') return;
    const key = deviceKey(event.data);
    const followed = this.#followed.get(key);
    if (!followed) return;
    followed.isAttached = event.name === 'device';
    if (event.name === 'device') followed.speaks = event.data.protocol;
    else followed.hasLeft = true;
    this.#judge(key, followed);
  }

  /** Ends or changes the phase by what the stream has said so far. */
  #judge(key: string, followed: Followed): void {
    const { phase, wanted } = followed.shown;
    if (phase === 'asking' || !followed.isAttached) return;
    if (followed.speaks === wanted) {
      this.forget(key);
      this.#tell(followed, 'done');
    } else if (phase === 'overdue' || (followed.hasLeft && phase !== 'unchanged')) {
      this.#conclude(followed, 'unchanged');
    }
  }

  #watch(key: string, followed: Followed): void {
    clearTimeout(followed.timer);
    if (!this.#isLive || followed.shown.phase !== 'restarting') return;
    followed.timer = setTimeout(() => {
      // One that never left goes on as before.
      if (this.#followed.get(key) === followed) this.#conclude(followed, followed.isAttached ? 'unchanged' : 'overdue');
    }, this.#patienceMs);
  }

  #conclude(followed: Followed, outcome: 'overdue' | 'unchanged'): void {
    clearTimeout(followed.timer);
    this.#enter(followed, outcome);
    this.#show();
    this.#tell(followed, outcome);
  }

  #enter(followed: Followed, phase: SwitchPhase): void {
    followed.shown = { ...followed.shown, phase };
  }

  #show(): void {
    this.#all.set(new Map([...this.#followed].map(([key, { shown }]) => [key, shown])));
  }

  #tell({ shown: { family, serial, wanted } }: Followed, outcome: ModeSwitchEvent['outcome']): void {
    for (const listener of this.#listeners) listener({ family, serial, wanted, outcome });
  }
}
