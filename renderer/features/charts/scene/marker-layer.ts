import type { Marker } from '../../../../service/contract/index.ts';
import type { View } from '../view/view.ts';
import { writeHidden } from './elements.ts';

/** Markers shown at most; more would cover the plot. */
const MOST = 200;

/** Limits of the width of a name, in CSS pixels. */
const LEAST_NAME = 28;
const LONGEST_NAME = 320;

export interface MarkerLayerOptions {
  /** The plot between its axes. */
  readonly area: HTMLElement;
  /** Only one panel shows the names. */
  readonly hasNames: boolean;
  readonly onOpen: (marker: Marker, anchor: HTMLElement) => void;
}

interface MarkerElements {
  readonly line: HTMLElement;
  readonly name: HTMLButtonElement | undefined;
  marker: Marker | undefined;
}

/** The markers over one plot: a thin line each, with a name if it fits. */
export class MarkerLayer {
  readonly #options: MarkerLayerOptions;
  readonly #elements: MarkerElements[] = [];

  constructor(options: MarkerLayerOptions) {
    this.#options = options;
  }

  /** @param markers in order of time @param width of the plot in CSS pixels */
  show(markers: readonly Marker[], view: View, width: number): void {
    let count = 0;
    let before: MarkerElements | undefined;
    let from = 0;
    for (const marker of markers) {
      if (marker.at < view.from || marker.at > view.to || count === MOST) continue;
      const x = ((marker.at - view.from) / (view.to - view.from)) * width;
      if (before) limitName(before, x - from);
      before = this.#mark(count);
      from = x;
      count += 1;
      this.#place(before, marker, x);
    }
    if (before) limitName(before, width - from);
    for (const mark of this.#elements.slice(count)) {
      writeHidden(mark.line, true);
      mark.marker = undefined;
    }
  }

  #place(mark: MarkerElements, marker: Marker, x: number): void {
    writeHidden(mark.line, false);
    mark.line.style.transform = `translateX(${x}px)`;
    if (mark.marker === marker || !mark.name) return;
    mark.marker = marker;
    mark.name.textContent = marker.text;
    mark.name.title = marker.text;
    mark.name.ariaLabel = `Edit marker “${marker.text}”`;
  }

  #mark(index: number): MarkerElements {
    const known = this.#elements[index];
    if (known) return known;
    const line = document.createElement('div');
    line.className = 'chart-marker';
    this.#options.area.append(line);
    const mark: MarkerElements = {
      line,
      name: this.#options.hasNames ? this.#name(line, index) : undefined,
      marker: undefined,
    };
    this.#elements.push(mark);
    return mark;
  }

  #name(line: HTMLElement, index: number): HTMLButtonElement {
    const name = document.createElement('button');
    name.type = 'button';
    name.className = 'chart-marker-name';
    name.addEventListener('click', () => {
      const marker = this.#elements[index]?.marker;
      if (marker) this.#options.onOpen(marker, name);
    });
    // A drag that starts here does not pan.
    name.addEventListener('pointerdown', (event) => event.stopPropagation());
    name.addEventListener('dblclick', (event) => event.stopPropagation());
    line.append(name);
    return name;
  }
}

/** @param space up to the next marker, in CSS pixels */
function limitName({ name }: MarkerElements, space: number): void {
  if (!name) return;
  writeHidden(name, space < LEAST_NAME);
  const width = `${Math.min(LONGEST_NAME, Math.floor(space) - 2)}px`;
  if (name.style.maxWidth !== width) name.style.maxWidth = width;
}
