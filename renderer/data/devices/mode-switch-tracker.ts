/** Follows devices through the restart that a mode switch causes. */
import { type AppDevice, type DeviceKey, deviceKey, type ProtocolName } from '../../../service/contract/index.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { Connection } from '../stream/messages.ts';
import type { EntityMirror } from '../stream/mirror.ts';

/** Time for the restart until the switch counts as overdue. */
const SWITCH_PATIENCE_MS = 20_000;

/** The oldest are forgotten. */
const MAX_FOLLOWED = 100;

/**
 * `asking`: waits for the response. `restarting`: the device has the command. `overdue`: it has not reconnected in
 * time. `unchanged`: it is still in its old mode.
 */
export type SwitchPhase = 'asking' | 'restarting' | 'overdue' | 'unchanged';

export interface ModeSwitch extends DeviceKey {
  wanted: ProtocolName;
  phase: SwitchPhase;
  /** Time of the request, then of the response; milliseconds since 1970. */
  since: number;
}

/** `done`: the device has reconnected in the wanted mode. */
export interface ModeSwitchEvent extends DeviceKey {
  wanted: ProtocolName;
  outcome: 'done' | Exclude<SwitchPhase, 'asking' | 'restarting'>;
}

export interface ModeSwitchesOptions {
  /** Sends the request; rejects with its error. */
  request: (identity: DeviceKey, wanted: ProtocolName) => Promise<unknown>;
  /** Default 20 s. */
  patienceMs?: number;
}

/** What the event stream reports meanwhile. */
interface Followed {
  shown: ModeSwitch;
  isAttached: boolean;
  /** It has disconnected since the request, so that a reconnection means a restart. */
  hasLeft: boolean;
  speaks: ProtocolName | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class ModeSwitchTracker {
  readonly #request: ModeSwitchesOptions['request'];
  readonly #patienceMs: number;
  readonly #followed = new Map<string, Followed>();
  readonly #all = new ValueStore<ReadonlyMap<string, ModeSwitch>>(new Map());
  /** By device key, without successful switches. */
  readonly all: Readable<ReadonlyMap<string, ModeSwitch>> = this.#all;
  readonly #listeners = new Set<(news: ModeSwitchEvent) => void>();
  #isLive = true;

  constructor(mirror: EntityMirror, { request, patienceMs = SWITCH_PATIENCE_MS }: ModeSwitchesOptions) {
    this.#request = request;
    this.#patienceMs = patienceMs;
    mirror.onChange('device', ({ key, value }) => this.#take(key, value));
    mirror.onReset(() => {
      // A restart of the service says nothing about the devices.
      for (const followed of this.#followed.values()) followed.isAttached = false;
    });
  }

  /** Called once per outcome. @returns unsubscribes */
  listen(listener: (news: ModeSwitchEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Requests a switch and follows it. Resolves when the device has the command.
   * @throws RequestError if it does not: nothing is followed then
   */
  async begin({ family, serial, protocol }: AppDevice, wanted: ProtocolName): Promise<void> {
    const key = deviceKey({ family, serial });
    this.remove(key);
    const followed: Followed = {
      shown: { family, serial, wanted, phase: 'asking', since: Date.now() },
      isAttached: true,
      hasLeft: false,
      speaks: protocol,
      timer: undefined,
    };
    this.#followed.set(key, followed);
    for (const oldest of [...this.#followed.keys()].slice(0, -MAX_FOLLOWED)) this.remove(oldest);
    this.#show();
    try {
      await this.#request({ family, serial }, wanted);
    } catch (error) {
      if (this.#followed.get(key) === followed) this.remove(key);
      throw error;
    }
    if (this.#followed.get(key) !== followed) return;
    this.#enter(followed, 'restarting');
    followed.shown = { ...followed.shown, since: Date.now() };
    this.#watch(key, followed);
    // The events may arrive before the response.
    this.#judge(key, followed);
    this.#show();
  }

  /** Clears the result. */
  remove(key: string): void {
    const followed = this.#followed.get(key);
    if (!followed) return;
    clearTimeout(followed.timer);
    this.#followed.delete(key);
    this.#show();
  }

  /** Devices are unknown while the service is unreachable: the time starts again afterwards. */
  connect({ state }: Pick<Connection, 'state'>): void {
    const isLive = state === 'live';
    if (isLive === this.#isLive) return;
    this.#isLive = isLive;
    for (const [key, followed] of this.#followed) this.#watch(key, followed);
  }

  /** Stops all timers; may be called twice. */
  stop(): void {
    for (const key of this.#followed.keys()) this.remove(key);
    this.#listeners.clear();
  }

  #take(key: string, device: AppDevice | null): void {
    const followed = this.#followed.get(key);
    if (!followed) return;
    followed.isAttached = device !== null;
    if (device) followed.speaks = device.protocol;
    else followed.hasLeft = true;
    this.#judge(key, followed);
  }

  /** Updates the phase from the events so far. */
  #judge(key: string, followed: Followed): void {
    const { phase, wanted } = followed.shown;
    if (phase === 'asking' || !followed.isAttached) return;
    if (followed.speaks === wanted) {
      this.remove(key);
      this.#notify(followed, 'done');
    } else if (phase === 'overdue' || (followed.hasLeft && phase !== 'unchanged')) {
      this.#conclude(followed, 'unchanged');
    }
  }

  #watch(key: string, followed: Followed): void {
    clearTimeout(followed.timer);
    if (!this.#isLive || followed.shown.phase !== 'restarting') return;
    followed.timer = setTimeout(() => {
      // A device that never disconnected is unchanged.
      if (this.#followed.get(key) === followed) this.#conclude(followed, followed.isAttached ? 'unchanged' : 'overdue');
    }, this.#patienceMs);
  }

  #conclude(followed: Followed, outcome: 'overdue' | 'unchanged'): void {
    clearTimeout(followed.timer);
    this.#enter(followed, outcome);
    this.#show();
    this.#notify(followed, outcome);
  }

  #enter(followed: Followed, phase: SwitchPhase): void {
    followed.shown = { ...followed.shown, phase };
  }

  #show(): void {
    this.#all.set(new Map([...this.#followed].map(([key, { shown }]) => [key, shown])));
  }

  #notify({ shown: { family, serial, wanted } }: Followed, outcome: ModeSwitchEvent['outcome']): void {
    for (const listener of this.#listeners) listener({ family, serial, wanted, outcome });
  }
}
