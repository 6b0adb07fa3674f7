import type { View } from '../view/view.ts';
import type { ChartMark } from './chart-mark.ts';
import { writeHidden } from './elements.ts';
import { type PlacedMark, placeMarks } from './place-marks.ts';

export interface MarkerLayerOptions {
  /** The plot between its axes. */
  readonly area: HTMLElement;
  /** Only one panel shows the names. */
  readonly hasNames: boolean;
  readonly onOpen: (mark: ChartMark, anchor: HTMLElement) => void;
}

interface MarkerElements {
  readonly line: HTMLElement;
  readonly name: HTMLButtonElement | undefined;
  mark: ChartMark | undefined;
}

/** The markers and changes of corrections over one plot: a thin line each, with a name if it fits. */
export class MarkerLayer {
  readonly #options: MarkerLayerOptions;
  readonly #elements: MarkerElements[] = [];

  constructor(options: MarkerLayerOptions) {
    this.#options = options;
  }

  /** @param marks in order of time @param width of the plot in CSS pixels */
  show(marks: readonly ChartMark[], view: View, width: number): void {
    const placed = placeMarks(marks, view, width);
    for (const [index, one] of placed.entries()) this.#place(this.#elementsAt(index), one);
    for (const unused of this.#elements.slice(placed.length)) {
      writeHidden(unused.line, true);
      unused.mark = undefined;
    }
  }

  #place(elements: MarkerElements, { mark, x, nameWidth }: PlacedMark): void {
    const { line, name } = elements;
    writeHidden(line, false);
    line.style.transform = `translateX(${x}px)`;
    if (name) {
      writeHidden(name, nameWidth === 0);
      const maxWidth = `${nameWidth}px`;
      if (name.style.maxWidth !== maxWidth) name.style.maxWidth = maxWidth;
    }
    if (elements.mark === mark) return;
    elements.mark = mark;
    const isMarker = 'marker' in mark.opens;
    line.classList.toggle('of-correction', !isMarker);
    if (!name) return;
    name.textContent = mark.text;
    name.title = mark.text;
    name.ariaLabel = isMarker ? `Edit marker “${mark.text}”` : mark.text;
  }

  #elementsAt(index: number): MarkerElements {
    const known = this.#elements[index];
    if (known) return known;
    const line = document.createElement('div');
    line.className = 'chart-marker';
    this.#options.area.append(line);
    const created: MarkerElements = {
      line,
      name: this.#options.hasNames ? this.#name(line, index) : undefined,
      mark: undefined,
    };
    this.#elements.push(created);
    return created;
  }

  #name(line: HTMLElement, index: number): HTMLButtonElement {
    const name = document.createElement('button');
    name.type = 'button';
    name.className = 'chart-marker-name';
    name.addEventListener('click', () => {
      const mark = this.#elements[index]?.mark;
      if (mark) this.#options.onOpen(mark, name);
    });
    // A drag that starts here does not pan.
    name.addEventListener('pointerdown', (event) => event.stopPropagation());
    name.addEventListener('dblclick', (event) => event.stopPropagation());
    line.append(name);
    return name;
  }
}
