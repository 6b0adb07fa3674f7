import { type Layout, type PanelLayout, panelOf } from './layout.ts';

/** The unit of a channel, by key. */
export type Units = ReadonlyMap<string, string>;

const has = ({ left, right }: PanelLayout, key: string): boolean => left.includes(key) || right.includes(key);

/** The position of a channel's panel; -1 if the layout lacks it. */
export function panelIndexOf({ panels }: Layout, key: string): number {
  return panels.findIndex((panel) => has(panel, key));
}

function without(panel: PanelLayout, key: string): PanelLayout {
  const rest = (keys: readonly string[]): string[] => keys.filter((one) => one !== key);
  return { ...panel, left: rest(panel.left), right: rest(panel.right) };
}

function shown({ hidden }: Layout, key: string): string[] {
  return hidden.filter((one) => one !== key);
}

/** Panels that lost their last channel are gone, those with only a right axis have a left one. */
function tidy(layout: Layout, panels: readonly PanelLayout[], key: string): Layout {
  return { ...layout, panels: panels.flatMap(panelOf), hidden: shown(layout, key) };
}

/** The axis of a panel that has this unit or is free; undefined if both axes have other units. */
function sideFor({ left, right }: PanelLayout, unit: string, units: Units): 'left' | 'right' | undefined {
  const hasUnit = (keys: readonly string[]): boolean => keys.every((key) => units.get(key) === unit);
  if (hasUnit(left)) return 'left';
  return hasUnit(right) ? 'right' : undefined;
}

/** Moves a channel into a panel, and shows it. @returns undefined if both axes of the panel have other units */
export function movedToPanel(layout: Layout, key: string, index: number, units: Units): Layout | undefined {
  const panel = layout.panels[index];
  if (!panel) return undefined;
  if (has(panel, key)) return { ...layout, hidden: shown(layout, key) };
  const side = sideFor(panel, units.get(key) ?? '', units);
  if (!side) return undefined;
  const panels = layout.panels.map((one, at) =>
    at === index ? { ...one, [side]: [...one[side], key] } : without(one, key),
  );
  return tidy(layout, panels, key);
}

/** Moves a channel into a panel of its own, before the panel of this position. */
export function movedToNewPanel(layout: Layout, key: string, before: number): Layout {
  const panels = layout.panels.map((panel) => without(panel, key));
  return tidy(layout, panels.toSpliced(before, 0, { left: [key], right: [] }), key);
}

/**
 * Moves a channel to the other axis of its panel.
 * @returns undefined if that axis has another unit, or the channel is the only one
 */
export function movedToOtherAxis(layout: Layout, key: string, units: Units): Layout | undefined {
  const index = panelIndexOf(layout, key);
  const panel = layout.panels[index];
  if (!panel || panel.left.length + panel.right.length === 1) return undefined;
  const [from, to] = panel.left.includes(key) ? (['left', 'right'] as const) : (['right', 'left'] as const);
  const rest = without(panel, key);
  // The last channel of the left axis changes places with the right one.
  const swapped = rest[from].length === 0 ? { ...panel, left: panel.right, right: panel.left } : undefined;
  const isTaken = rest[to].some((other) => units.get(other) !== units.get(key));
  if (isTaken && !swapped) return undefined;
  const moved = isTaken && swapped ? swapped : { ...rest, [to]: [...rest[to], key] };
  return { ...layout, panels: layout.panels.with(index, panelOf(moved)[0] ?? panel) };
}

/**
 * Moves a channel by one step up or down: out of its panel into a new one, or from a panel of its own into the next that
 * takes it, else past it.
 * @param visible positions of the panels that are shown, ascending
 * @returns undefined at the end
 */
export function stepped(
  layout: Layout,
  key: string,
  direction: 1 | -1,
  units: Units,
  visible: readonly number[],
): Layout | undefined {
  const index = panelIndexOf(layout, key);
  const panel = layout.panels[index];
  if (!panel) return undefined;
  const isAlone = panel.left.length + panel.right.length === 1;
  if (!isAlone) return movedToNewPanel(layout, key, direction > 0 ? index + 1 : index);
  const next = visible[visible.indexOf(index) + direction];
  if (next === undefined) return undefined;
  return movedToPanel(layout, key, next, units) ?? movedToNewPanel(layout, key, direction > 0 ? next + 1 : next);
}

/** Hides a visible channel, shows a hidden one. */
export function toggled(layout: Layout, key: string): Layout {
  const hidden = shown(layout, key);
  return { ...layout, hidden: hidden.length < layout.hidden.length ? hidden : [...hidden, key] };
}

/**
 * Hides all other channels; if that is so, shows them as they were before.
 * @param startHidden keys of the channels that then stay hidden if that is unknown
 */
export function shownAlone(layout: Layout, key: string, startHidden: readonly string[]): Layout {
  const { panels, hidden, hiddenBefore } = layout;
  const others = panels.flatMap(({ left, right }) => [...left, ...right]).filter((one) => one !== key);
  const isAlone = !hidden.includes(key) && others.every((one) => hidden.includes(one));
  return isAlone ? { panels, hidden: hiddenBefore ?? startHidden } : { panels, hidden: others, hiddenBefore: hidden };
}

/** Sets the height of a plot, in CSS pixels; undefined shares it again. */
export function resized(layout: Layout, index: number, height: number | undefined): Layout {
  const { left = [], right = [] } = layout.panels[index] ?? {};
  const panel = { left, right, ...(height !== undefined && { height }) };
  return { ...layout, panels: layout.panels.with(index, panel) };
}
