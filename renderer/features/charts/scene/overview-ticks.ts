import type { Alarm, Marker } from '../../../../service/contract/index.ts';
import type { View } from '../view/view.ts';

/** Ticks closer than this are joined, in CSS pixels. */
const APART = 2;

/** Alarms as bars at the top of the overview, markers as ticks at its bottom. */
export class OverviewTicks {
  readonly #layer: HTMLElement;

  /** @param area the plot between its axes */
  constructor(area: HTMLElement) {
    this.#layer = document.createElement('div');
    this.#layer.className = 'chart-overview-ticks';
    // Screen readers get alarms from their page, and markers from the panels.
    this.#layer.ariaHidden = 'true';
    area.append(this.#layer);
  }

  /** @param alarms of the visible channels @param now the service's time, at which an active alarm ends */
  draw(range: View, alarms: readonly Alarm[], markers: readonly Marker[], now: number): void {
    const width = Math.max(1, this.#layer.clientWidth);
    const at = (time: number): number => Math.round(((time - range.from) / (range.to - range.from)) * width);
    const bars = alarms.map(({ since, ended }) => ({
      from: Math.max(0, at(Date.parse(since))),
      to: Math.min(width, at(ended === null ? now : Date.parse(ended))),
    }));
    const inView = bars.filter(({ from, to }) => to >= 0 && from <= width && to >= from);
    const ticks = [...new Set(markers.map((marker) => Math.round(at(marker.at) / APART) * APART))];
    this.#layer.replaceChildren(
      ...joined(inView).map(({ from, to }) => tick('chart-alarm-tick', from, Math.max(3, to - from))),
      ...ticks.filter((x) => x >= 0 && x <= width).map((x) => tick('chart-marker-tick', x, 2)),
    );
  }
}

/** Joins touching bars. */
function joined(bars: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of bars.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to + APART) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function tick(className: string, x: number, width: number): HTMLElement {
  const element = document.createElement('i');
  element.className = className;
  element.style.left = `${x}px`;
  element.style.width = `${width}px`;
  return element;
}
