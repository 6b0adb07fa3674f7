import { PLOT_HEIGHT } from '../../../../service/contract/index.ts';
import type { ChannelAxis, ChartChannel, Panel } from '../channels.ts';
import { isComputed } from '../channels.ts';

/** A panel of a layout. */
export interface PanelLayout {
  /** Keys of the channels of the left axis: at least one, all of one unit. */
  readonly left: readonly string[];
  /** Likewise, of the right axis; empty without one. */
  readonly right: readonly string[];
  /** Of the plot, in CSS pixels; undefined: the panels share the height. */
  readonly height?: number;
}

/** Which channel is in which panel, and which are hidden. */
export interface Layout {
  readonly panels: readonly PanelLayout[];
  /** Keys of the hidden channels. */
  readonly hidden: readonly string[];
  /** Those that were hidden before one channel was shown alone. */
  readonly hiddenBefore?: readonly string[];
}

/** As the channels suggest. */
export const AUTOMATIC_LAYOUT: Layout = { panels: [], hidden: [] };

/** The height within its range. */
export function heightOf(pixels: number): number {
  return Math.round(Math.max(PLOT_HEIGHT.min, Math.min(PLOT_HEIGHT.max, pixels)));
}

/** A panel with a left axis; undefined without a channel. */
export function panelOf({ left, right, height }: PanelLayout): PanelLayout[] {
  const sides = left.length > 0 ? { left, right } : { left: right, right: [] };
  return sides.left.length > 0 ? [{ ...sides, ...(height !== undefined && { height }) }] : [];
}

/**
 * The layout with exactly these channels. A channel that it lacks joins a panel of its unit: measured channels apart from
 * computed ones, whose range may be another.
 */
export function arranged(layout: Layout, channels: readonly ChartChannel[]): Layout {
  const byKey = new Map(channels.map((channel) => [channel.key, channel]));
  const placed = new Set<string>();
  const taken = (keys: readonly string[]): string[] => {
    let unit: string | undefined;
    return keys.filter((key) => {
      const channel = byKey.get(key);
      if (!channel || placed.has(key) || (unit !== undefined && unit !== channel.unit)) return false;
      unit = channel.unit;
      placed.add(key);
      return true;
    });
  };
  const panels = layout.panels.flatMap((panel) =>
    panelOf({ ...panel, left: taken(panel.left), right: taken(panel.right) }),
  );
  const hidden = layout.hidden.filter((key) => placed.has(key));
  const hiddenBefore = layout.hiddenBefore?.filter((key) => placed.has(key));
  const isLike = (key: string, { unit, label }: ChartChannel): boolean => {
    const other = byKey.get(key);
    return other?.unit === unit && isComputed(other.label) === isComputed(label);
  };
  const added = channels.filter(({ key }) => !placed.has(key));
  for (const channel of added.toSorted((a, b) => Number(isComputed(a.label)) - Number(isComputed(b.label)))) {
    const index = panels.findIndex(({ left }) => left.every((key) => isLike(key, channel)));
    const panel = panels[index] ?? { left: [], right: [] };
    const joined = { ...panel, left: [...panel.left, channel.key] };
    panels.splice(index < 0 ? panels.length : index, 1, joined);
    if (channel.startsHidden) hidden.push(channel.key);
  }
  const isNothingShown = added.length === channels.length && hidden.length === channels.length;
  return { panels, hidden: isNothingShown ? [] : hidden, ...(hiddenBefore && { hiddenBefore }) };
}

/** The panels with a visible channel; the first if there is none. @param layout of exactly these channels */
export function panelsOf({ panels, hidden }: Layout, channels: readonly ChartChannel[]): Panel[] {
  const byKey = new Map(channels.map((channel) => [channel.key, channel]));
  const counts = new Map<string, number>();
  const axisOf = (keys: readonly string[]): ChannelAxis => {
    const own = keys.flatMap((key) => byKey.get(key) ?? []);
    const unit = own[0]?.unit ?? '';
    const count = (counts.get(unit) ?? 0) + 1;
    counts.set(unit, count);
    return { id: count === 1 ? unit : `${unit} #${count}`, unit, channels: own };
  };
  const all = panels.map((panel, index): Panel => {
    const left = axisOf(panel.left);
    const right = panel.right.length > 0 ? axisOf(panel.right) : undefined;
    return { index, left, right, channels: [...left.channels, ...(right?.channels ?? [])] };
  });
  const shown = all.filter((panel) => panel.channels.some(({ key }) => !hidden.includes(key)));
  return shown.length > 0 ? shown : all.slice(0, 1);
}
