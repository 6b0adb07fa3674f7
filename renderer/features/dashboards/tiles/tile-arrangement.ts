import { type ChartArrangement, MAX_TILE_CHANNELS } from '../../../../service/contract/index.ts';
import { ValueStore } from '../../../data/store.ts';
import type { Arrangement } from '../../charts/arrangement.ts';
import { type AxisSettings, AxisStore, parseAxis } from '../../charts/axis/axis-settings.ts';
import { AUTOMATIC_LAYOUT, type Layout, panelOf } from '../../charts/layout/layout.ts';
import { LayoutStore } from '../../charts/layout/layout-store.ts';
import type { SettingsByName } from '../../charts/remembered.ts';

/** Settings by name, which tell of their changes. */
class Settings<T> implements SettingsByName<T> {
  readonly all = new ValueStore<ReadonlyMap<string, T>>(new Map());
  readonly #onSet: () => void;

  constructor(onSet: () => void) {
    this.#onSet = onSet;
  }

  get(name: string): T | undefined {
    return this.all.get().get(name);
  }

  set(name: string, value: T | undefined): void {
    const next = new Map(this.all.get());
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    this.all.set(next);
    this.#onSet();
  }
}

/** How the charts of a tile are arranged. */
export class TileArrangement implements Arrangement {
  readonly layout: LayoutStore;
  readonly axes: AxisStore;
  #onChange: ((stored: ChartArrangement | undefined) => void) | undefined;
  /** The last own change, and what was accepted last, in JSON: a dashboard repeats both. */
  #own: string | undefined;
  #accepted: string | undefined;
  #isAccepting = false;

  constructor(stored: ChartArrangement | undefined) {
    this.layout = new LayoutStore(new Settings(() => this.#notify()));
    this.axes = new AxisStore(new Settings(() => this.#notify()));
    this.accept(stored);
  }

  /** @param onChange receives what the dashboard should store; undefined: automatic @returns ends it */
  listen(onChange: (stored: ChartArrangement | undefined) => void): () => void {
    this.#onChange = onChange;
    return () => {
      this.#onChange = undefined;
    };
  }

  /** Takes over what the dashboard stores. */
  accept(stored: ChartArrangement | undefined): void {
    const text = JSON.stringify(stored);
    if (text === this.#accepted) return;
    this.#accepted = text;
    if (text === this.#own) return;
    this.#own = text;
    this.#isAccepting = true;
    this.layout.set(stored ? layoutOf(stored) : AUTOMATIC_LAYOUT);
    const axes = new Map(stored?.axes.map((axis) => [axis.id, settingsOf(axis)]));
    for (const id of new Set([...this.axes.all.get().keys(), ...axes.keys()])) this.axes.set(id, axes.get(id) ?? {});
    this.#isAccepting = false;
  }

  #notify(): void {
    if (this.#isAccepting) return;
    const stored = storedArrangement(this);
    const text = JSON.stringify(stored);
    if (text === this.#own) return;
    this.#own = text;
    this.#onChange?.(stored);
  }
}

function layoutOf({ panels, hidden }: ChartArrangement): Layout {
  return { panels: panels.map(({ height, ...sides }) => (height === null ? sides : { ...sides, height })), hidden };
}

/** Automatic where the ends are too close to each other. */
function settingsOf({ min, max, least_span, logarithmic }: ChartArrangement['axes'][number]): AxisSettings {
  return parseAxis({ limits: { min, max }, leastSpan: least_span, isLogarithmic: logarithmic });
}

/** What a dashboard stores of an arrangement; undefined: it is automatic. */
export function storedArrangement({ layout, axes }: Arrangement): ChartArrangement | undefined {
  const { panels, hidden } = layout.layout.get();
  const all = [...axes.all.get()];
  if (panels.length === 0 && hidden.length === 0 && all.length === 0) return undefined;
  return {
    panels: panels
      .flatMap(panelOf)
      .map(({ left, right, height }) => ({ left: [...left], right: [...right], height: height ?? null })),
    hidden: [...hidden],
    // A page remembers more of them, of channels that it showed before.
    axes: all.slice(-MAX_TILE_CHANNELS).map(([id, { limits, leastSpan, isLogarithmic }]) => ({
      id,
      min: limits?.min ?? null,
      max: limits?.max ?? null,
      least_span: leastSpan ?? null,
      logarithmic: isLogarithmic ?? false,
    })),
  };
}
