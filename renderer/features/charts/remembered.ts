import { readPreference, writePreference } from '../../data/preferences.ts';
import { type Readable, ValueStore } from '../../data/store.ts';

/** One stored value: the device or page of its charts, its name there, the value. */
type StoredValue<T> = readonly [scope: string, name: string, value: T];

/** In characters: local storage may contain anything. */
const MAX_NAME = 600;

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_NAME;

/** Settings of the charts of a device, a page or a tile by name, and where they are stored. */
export interface SettingsByName<T> {
  /** A new map for each change. */
  readonly all: Readable<ReadonlyMap<string, T>>;
  get(name: string): T | undefined;
  /** @param value undefined to forget it */
  set(name: string, value: T | undefined): void;
}

export interface RememberedOptions<T> {
  /** Name in the browser's storage. */
  readonly preference: string;
  /** Stored at most, of all charts; the oldest is forgotten beyond it. */
  readonly limit: number;
  /** A key of a device, or the name of a page. */
  readonly scope: string;
  /** A stored value, which another program or an older build may have written; undefined for none. */
  readonly parse: (stored: unknown) => T | undefined;
}

/** Settings of the charts of a device or a page by name, remembered in this browser. */
export class Remembered<T> implements SettingsByName<T> {
  readonly #options: RememberedOptions<T>;
  readonly #own: ValueStore<ReadonlyMap<string, T>>;
  readonly all: Readable<ReadonlyMap<string, T>>;

  constructor(options: RememberedOptions<T>) {
    this.#options = options;
    const own = this.#stored().filter(([scope]) => scope === options.scope);
    this.#own = new ValueStore(new Map(own.map(([, name, value]) => [name, value])));
    this.all = this.#own;
  }

  get(name: string): T | undefined {
    return this.#own.get().get(name);
  }

  set(name: string, value: T | undefined): void {
    const { preference, limit, scope } = this.#options;
    const own = new Map(this.#own.get());
    if (value === undefined) own.delete(name);
    else own.set(name, value);
    this.#own.set(own);
    // Read again: another window may have stored its own.
    const others = this.#stored().filter(([of, known]) => of !== scope || known !== name);
    const values = value === undefined ? others : [[scope, name, value] as const, ...others];
    writePreference(preference, JSON.stringify(values.slice(0, limit)));
  }

  /** Newest first. */
  #stored(): StoredValue<T>[] {
    const { preference, limit } = this.#options;
    try {
      const stored: unknown = JSON.parse(readPreference(preference) ?? '[]');
      return Array.isArray(stored) ? stored.slice(0, limit).flatMap((one) => this.#parse(one)) : [];
    } catch {
      // Written by another program: ignore it.
      return [];
    }
  }

  #parse(stored: unknown): StoredValue<T>[] {
    if (!Array.isArray(stored)) return [];
    const [scope, name, value] = stored as unknown[];
    if (!isName(scope) || !isName(name) || typeof value !== 'object' || value === null) return [];
    const parsed = this.#options.parse(value);
    return parsed === undefined ? [] : [[scope, name, parsed]];
  }
}
