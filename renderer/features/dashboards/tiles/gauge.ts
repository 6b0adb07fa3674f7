import { constantSpan, nextRange, type ValueRange } from '../../../../service/contract/value-range.ts';

/** The arc leaves 120° open at the bottom. In degrees, clockwise from the top. */
const FIRST_ANGLE = -120;
const LAST_ANGLE = 120;

const CENTER = { x: 100, y: 98 } as const;
const RADIUS = 84;

/** A point of the gauge. @param share of the arc, 0 to 1; beyond it, the end @param radius 84 is on the arc */
export function pointAt(share: number, radius: number): { x: number; y: number } {
  const part = Math.max(0, Math.min(1, share));
  const angle = ((FIRST_ANGLE + part * (LAST_ANGLE - FIRST_ANGLE)) * Math.PI) / 180;
  const round = (value: number): number => Math.round(value * 100) / 100;
  return { x: round(CENTER.x + radius * Math.sin(angle)), y: round(CENTER.y - radius * Math.cos(angle)) };
}

export interface TickLabel {
  readonly text: string;
  readonly x: number;
  /** Of its baseline. */
  readonly y: number;
  /** The side from which it is written. */
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Of a label, approximately: digits in the larger of the two sizes. */
const CHARACTER_WIDTH = 8.5;
const LABEL_HEIGHT = 14;

/** The place of a label inside the arc: one of 44 wide and 11 high does not touch it. @param share of its value */
export function labelAt(share: number, text: string): TickLabel {
  const fromTop = Math.abs(share - 0.5);
  const { x, y } = pointAt(share, fromTop < 0.15 ? 64 : 72);
  const side = share < 0.5 ? 'start' : 'end';
  return { text, x, y: y + 4, anchor: fromTop < 0.05 ? 'middle' : side };
}

function overlap(one: TickLabel, other: TickLabel): boolean {
  const width = ({ text }: TickLabel): number => text.length * CHARACTER_WIDTH;
  const left = (label: TickLabel): number => label.x - { start: 0, middle: 0.5, end: 1 }[label.anchor] * width(label);
  const isBeside = left(one) + width(one) <= left(other) || left(other) + width(other) <= left(one);
  return !isBeside && Math.abs(one.y - other.y) < LABEL_HEIGHT;
}

/** The labels that have room, from the left. */
export function labelsThatFit(labels: readonly TickLabel[]): TickLabel[] {
  const fitting: TickLabel[] = [];
  for (const label of labels) if (!fitting.some((known) => overlap(known, label))) fitting.push(label);
  return fitting;
}

/** A part of the arc as an SVG path. @param from,to shares of the arc; the second one at least the first */
export function arcPath(from: number, to: number): string {
  const [start, end] = [pointAt(from, RADIUS), pointAt(Math.max(from, to), RADIUS)];
  const degrees = (Math.min(1, to) - from) * (LAST_ANGLE - FIRST_ANGLE);
  return `M${start.x} ${start.y}A${RADIUS} ${RADIUS} 0 ${degrees > 180 ? 1 : 0} 1 ${end.x} ${end.y}`;
}

export interface GaugeEnds {
  /** Null: chosen by the readings. */
  readonly min: number | null;
  readonly max: number | null;
  /** The contract's. */
  readonly unit: string;
}

/** Range of percentages whose ends are not given. */
const WHOLE: Readonly<Record<string, ValueRange>> = { '%rh': { min: 0, max: 100 } };

/**
 * The ends of a gauge, in the contract's unit; always apart.
 * @param before the previous range, which stays while it suits
 * @param values readings and limits to show
 */
export function gaugeRange(
  before: ValueRange | undefined,
  values: readonly number[],
  { min, max, unit }: GaugeEnds,
): ValueRange {
  const least = Math.min(...values);
  const options = { maxSteps: 4, constantSpan: 10 * constantSpan(unit, least), leastSpan: 0, keepsSign: true };
  const shown = WHOLE[unit] ?? nextRange(before, least, Math.max(...values), options) ?? { min: 0, max: 1 };
  const [low, high] = [min ?? shown.min, max ?? shown.max];
  if (low < high) return { min: low, max: high };
  // One end is given, and all readings are beyond it.
  const span = shown.max - shown.min;
  return min === null ? { min: high - span, max: high } : { min: low, max: low + span };
}
