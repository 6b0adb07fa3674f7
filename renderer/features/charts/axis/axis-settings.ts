import { type DeviceKey, deviceKey } from '../../../../service/contract/index.ts';
import { readPreference, writePreference } from '../../../data/preferences.ts';
import { type Readable, ValueStore } from '../../../data/store.ts';
import { smallestSpan } from '../scene/value-range.ts';

/** The ends of an axis, in the contract's unit. */
export interface AxisLimits {
  readonly min: number;
  readonly max: number;
}

/** What the user selected for a value axis. An empty object: automatic. */
export interface AxisSettings {
  /** The ends. Undefined: those of the values in view. */
  readonly limits?: AxisLimits;
  /** Smallest range of a linear axis without limits, in the contract's unit; above 0. */
  readonly leastSpan?: number;
  readonly isLogarithmic?: true;
}

/** Limits and ranges beyond it could not be drawn. */
export const LARGEST_LIMIT = 1e300;

export const AUTOMATIC: AxisSettings = {};

const isFinite = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= LARGEST_LIMIT;

/** Whether an axis can have these ends: in order, and far enough apart for ticks that differ. */
export function areLimits({ min, max }: AxisLimits): boolean {
  return isFinite(min) && isFinite(max) && max - min >= smallestSpan(min, max);
}

/**
 * Rounds the ends to this many digits beyond those of the range, or of an end that is smaller.
 * @param spare digits, from 0
 */
export function roundedLimits({ min, max }: AxisLimits, spare: number): AxisLimits {
  const power = (value: number): number => Math.floor(Math.log10(Math.abs(value)));
  const round = (value: number): number => {
    if (value === 0) return 0;
    const digits = 1 + spare + power(value) - Math.min(power(max - min), power(value));
    return Number(value.toPrecision(Math.max(1, Math.min(17, digits))));
  };
  return { min: round(min), max: round(max) };
}

/** Digits of ends that the pointer set: a pixel is more. */
const SPARE_DIGITS = 4;

/** One stored axis: the device or page that shows it, its unit, its settings. */
type StoredAxis = readonly [scope: string, unit: string, settings: AxisSettings];

const PREFERENCE = 'axes';

/** The oldest is forgotten beyond it. */
export const MAX_STORED_AXES = 200;

/** In characters: local storage may contain anything. */
const MAX_NAME = 600;

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_NAME;

function parseAxis(stored: unknown): StoredAxis[] {
  if (!Array.isArray(stored)) return [];
  const [scope, unit, settings] = stored as unknown[];
  if (!isName(scope) || !isName(unit) || typeof settings !== 'object' || settings === null) return [];
  const { limits, leastSpan, isLogarithmic } = settings as Record<keyof AxisSettings, unknown>;
  const { min, max } = (typeof limits === 'object' && limits ? limits : {}) as Record<keyof AxisLimits, number>;
  const known: AxisSettings = {
    ...(areLimits({ min, max }) && { limits: { min, max } }),
    ...(isFinite(leastSpan) && leastSpan > 0 && { leastSpan }),
    ...(isLogarithmic === true && { isLogarithmic }),
  };
  return [[scope, unit, known]];
}

/** Newest first. */
function storedAxes(): StoredAxis[] {
  try {
    const stored: unknown = JSON.parse(readPreference(PREFERENCE) ?? '[]');
    return Array.isArray(stored) ? stored.slice(0, MAX_STORED_AXES).flatMap(parseAxis) : [];
  } catch {
    // Written by another program: ignore it.
    return [];
  }
}

/** The axes of a device, or of charts of several devices; remembered in this browser. */
export class AxisStore {
  readonly #scope: string;
  readonly #all: ValueStore<ReadonlyMap<string, AxisSettings>>;
  /** By contract unit; a new map for each change. */
  readonly all: Readable<ReadonlyMap<string, AxisSettings>>;

  /** @param devices of the charts */
  constructor(devices: readonly DeviceKey[]) {
    const keys = new Set(devices.map(deviceKey));
    const [key = ''] = keys;
    this.#scope = keys.size === 1 ? key : 'compare';
    const own = storedAxes().filter(([scope]) => scope === this.#scope);
    this.#all = new ValueStore(new Map(own.map(([, unit, settings]) => [unit, settings])));
    this.all = this.#all;
  }

  of(unit: string): AxisSettings {
    return this.#all.get().get(unit) ?? AUTOMATIC;
  }

  set(unit: string, settings: AxisSettings): void {
    this.#all.set(new Map([...this.#all.get(), [unit, settings]]));
    // Read again: another window may have stored its own.
    const others = storedAxes().filter(([scope, of]) => scope !== this.#scope || of !== unit);
    const isAutomatic = Object.keys(settings).length === 0;
    const axes: StoredAxis[] = isAutomatic ? others : [[this.#scope, unit, settings], ...others];
    writePreference(PREFERENCE, JSON.stringify(axes.slice(0, MAX_STORED_AXES)));
  }

  /** Sets the ends, within the numbers that can be drawn; else nothing changes. */
  limit(unit: string, { min, max }: AxisLimits): void {
    if (!areLimits({ min, max })) return;
    this.set(unit, { ...this.of(unit), limits: roundedLimits({ min, max }, SPARE_DIGITS) });
  }

  /** Back to the values in view. */
  release(unit: string): void {
    const { limits, ...others } = this.of(unit);
    if (limits) this.set(unit, others);
  }
}
