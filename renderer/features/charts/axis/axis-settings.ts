import { smallestSpan } from '../../../../service/contract/value-range.ts';
import type { Readable } from '../../../data/store.ts';
import { Remembered, type SettingsByName } from '../remembered.ts';

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

/** The oldest is forgotten beyond it. */
export const MAX_STORED_AXES = 200;

/** What is valid of it. */
export function parseAxis(stored: unknown): AxisSettings {
  const { limits, leastSpan, isLogarithmic } = stored as Record<keyof AxisSettings, unknown>;
  const { min, max } = (typeof limits === 'object' && limits ? limits : {}) as Record<keyof AxisLimits, number>;
  return {
    ...(areLimits({ min, max }) && { limits: { min, max } }),
    ...(isFinite(leastSpan) && leastSpan > 0 && { leastSpan }),
    ...(isLogarithmic === true && { isLogarithmic }),
  };
}

/** The axes of the charts of a device, a page or a tile. */
export class AxisStore {
  readonly #stored: SettingsByName<AxisSettings>;
  /** By `ChannelAxis.id`; a new map for each change. */
  readonly all: Readable<ReadonlyMap<string, AxisSettings>>;

  constructor(stored: SettingsByName<AxisSettings>) {
    this.#stored = stored;
    this.all = stored.all;
  }

  of(axis: string): AxisSettings {
    return this.#stored.get(axis) ?? AUTOMATIC;
  }

  set(axis: string, settings: AxisSettings): void {
    this.#stored.set(axis, Object.keys(settings).length === 0 ? undefined : settings);
  }

  /** Sets the ends, within the numbers that can be drawn; else nothing changes. */
  limit(axis: string, { min, max }: AxisLimits): void {
    if (!areLimits({ min, max })) return;
    this.set(axis, { ...this.of(axis), limits: roundedLimits({ min, max }, SPARE_DIGITS) });
  }

  /** Back to the values in view. */
  release(axis: string): void {
    const { limits, ...others } = this.of(axis);
    if (limits) this.set(axis, others);
  }
}

/** Remembered in this browser. @param scope as of `rememberedLayout`, whose panels number the axes */
export function rememberedAxes(scope: string): AxisStore {
  return new AxisStore(new Remembered({ preference: 'axes', limit: MAX_STORED_AXES, scope, parse: parseAxis }));
}
