import type { DisplayUnits } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { type ChartChannel, channelTitle, type Panel } from '../channels.ts';
import type { DropTarget } from './drag-channel.ts';
import { arranged, type Layout } from './layout.ts';
import {
  movedToNewPanel,
  movedToOtherAxis,
  movedToPanel,
  panelIndexOf,
  resized,
  shownAlone,
  stepped,
  toggled,
} from './layout-moves.ts';
import type { LayoutStore } from './layout-store.ts';

export interface PanelActionsOptions {
  readonly store: LayoutStore;
  readonly channels: readonly ChartChannel[];
  /** As shown. */
  readonly panels: readonly Panel[];
  readonly units: DisplayUnits;
  /** The legend entry of a channel may be elsewhere. */
  readonly onMoved: (key: string) => void;
}

/** `Temperature, Dew point` */
export function panelTitle({ channels }: Panel): string {
  return channels.map(channelTitle).join(', ');
}

/** What the user does with panels and channels; a refused move says why. */
export class PanelActions {
  readonly #options: PanelActionsOptions;
  readonly #units: ReadonlyMap<string, string>;

  constructor(options: PanelActionsOptions) {
    this.#options = options;
    this.#units = new Map(options.channels.map(({ key, unit }) => [key, unit]));
  }

  /** Shows or hides a channel. */
  toggle(key: string): void {
    this.#move(key, toggled(this.#layout, key));
  }

  /** Hides all other channels, or shows them again. */
  showAlone(key: string): void {
    const startHidden = this.#options.channels.filter((channel) => channel.startsHidden).map((channel) => channel.key);
    this.#move(key, shownAlone(this.#layout, key, startHidden));
  }

  /** @param index of the panel in the layout */
  moveTo(key: string, index: number): void {
    this.#move(key, movedToPanel(this.#layout, key, index, this.#units), index);
  }

  /** @param before position in the layout; undefined for the panel after the present one */
  moveToNew(key: string, before = panelIndexOf(this.#layout, key) + 1): void {
    this.#move(key, movedToNewPanel(this.#layout, key, before));
  }

  moveToOtherAxis(key: string): void {
    this.#move(key, movedToOtherAxis(this.#layout, key, this.#units), panelIndexOf(this.#layout, key));
  }

  /** Counted among the panels that are shown. */
  drop(key: string, target: DropTarget): void {
    const { panels } = this.#options;
    const last = panels.at(-1)?.index ?? 0;
    if ('gap' in target) this.moveToNew(key, panels[target.gap]?.index ?? last + 1);
    else this.moveTo(key, panels[target.panel]?.index ?? last);
  }

  step(key: string, direction: 1 | -1): void {
    const visible = this.#options.panels.map(({ index }) => index);
    const next = stepped(this.#layout, key, direction, this.#units, visible);
    if (next) this.#move(key, next);
  }

  /** @param height of the plot in CSS pixels; undefined shares it again */
  resize(index: number, height: number | undefined): void {
    this.#options.store.set(resized(this.#layout, index, height));
  }

  reset(): void {
    this.#options.store.reset();
  }

  /** As stored last: another action may have changed it since the page was rendered. */
  get #layout(): Layout {
    const { store, channels } = this.#options;
    return arranged(store.layout.get(), channels);
  }

  #move(key: string, layout: Layout | undefined, refusedBy?: number): void {
    const { store, panels, units, onMoved } = this.#options;
    if (layout) {
      store.set(layout);
      onMoved(key);
      return;
    }
    const panel = panels.find(({ index }) => index === refusedBy);
    const taken = [panel?.left, panel?.right].flatMap((axis) => (axis ? [units.of(axis.unit).unit || 'no unit'] : []));
    showToast({
      id: 'panel-refused',
      title: 'Cannot move the channel to this panel',
      text: `A panel has at most two value axes, each with one unit; this one has ${taken.join(' and ')}. Move a channel out of it first, or use a new panel.`,
    });
  }
}
