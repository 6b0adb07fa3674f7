import type { Alarm, Marker } from '../../../../service/contract/index.ts';
import type { View } from '../view/view.ts';

/** Ticks nearer to each other than this are one, in CSS pixels. */
const APART = 2;

/** Marks alarms and named moments in the overview: bars along its top, ticks along its foot. */
export class OverviewTicks {
  readonly #layer: HTMLElement;

  /** @param area the plot between its axes */
  constructor(area: HTMLElement) {
    this.#layer = document.createElement('div');
    this.#layer.className = 'chart-overview-ticks';
    // In words, alarms stand on their own page, and markers over the panels.
    this.#layer.ariaHidden = 'true';
    area.append(this.#layer);
  }

  /** @param alarms those of the channels shown @param now the service's time: an active alarm reaches up to it */
  draw(stretch: View, alarms: readonly Alarm[], markers: readonly Marker[], now: number): void {
    const width = Math.max(1, this.#layer.clientWidth);
    const at = (time: number): number => Math.round(((time - stretch.from) / (stretch.to - stretch.from)) * width);
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

/** Bars that touch are one. */
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
