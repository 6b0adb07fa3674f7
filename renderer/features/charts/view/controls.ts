import { type Command, commandFor, executeCommand, isMovement } from './commands.ts';
import { listenToPointer, type PointerTarget } from './pointer.ts';
import type { ChartSelection, View } from './view.ts';
import type { ViewController } from './view-controller.ts';

/** Height of the anchor of the marker form, in CSS pixels. */
const ANCHOR_HEIGHT = 24;

export interface PopoverAnchor {
  getBoundingClientRect(): DOMRect;
}

export interface ControlsOptions {
  readonly root: HTMLElement;
  /** Has the keyboard focus. */
  readonly region: HTMLElement;
  readonly navigator: ViewController;
  /** The initial selection. */
  readonly selection: ChartSelection | undefined;
  readonly valuesOf: PointerTarget['valuesOf'];
  /** Each panel's plot between its axes. */
  readonly areas: () => readonly HTMLElement[];
  /** @param isPaused whether the view is paused */
  readonly onMoved: (isPaused: boolean) => void;
  readonly onPointed: () => void;
  readonly onSelecting: () => void;
  /** Undefined after the selection was cleared. */
  readonly onSelected: (range: ChartSelection | undefined) => void;
  readonly onZoomToSelection: (selection: ChartSelection) => void;
  readonly onMark: (at: number, anchor: PopoverAnchor) => void;
  readonly onTable: () => void;
}

/** Mouse and keyboard control of a stack of charts: cursor, selection, panning and zooming. */
export class Controls {
  readonly #options: ControlsOptions;
  #pointer: number | undefined;
  #selection: ChartSelection | undefined;
  #stopListening: (() => void) | undefined;

  constructor(options: ControlsOptions) {
    this.#options = options;
    this.#selection = options.selection;
  }

  /** Position of the cursor in the plots, in CSS pixels; undefined without one. */
  get pointer(): number | undefined {
    return this.#pointer;
  }

  get selection(): ChartSelection | undefined {
    return this.#selection;
  }

  start(): void {
    const { region, navigator, valuesOf, onMoved } = this.#options;
    document.addEventListener('keydown', this.#onKey);
    this.#stopListening = listenToPointer({
      region,
      plotAt: (target) => this.#options.areas().find((area) => target instanceof Node && area.contains(target)),
      navigator,
      valuesOf,
      onHover: (x) => this.#point(x),
      onSelect: (range, isDone) => {
        if (isDone) this.select(range);
        else this.#selection = range;
        this.#options.onSelecting();
      },
      onMoved: () => onMoved(!navigator.isLive),
      onLive: () => onMoved(false),
    });
  }

  stop(): void {
    document.removeEventListener('keydown', this.#onKey);
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Pauses at a range. */
  show(range: View): void {
    const { navigator, onMoved } = this.#options;
    navigator.show(range);
    onMoved(!navigator.isLive);
  }

  /** Pauses at the selected range, and shows the selected values, if any. */
  zoomToSelection(): void {
    if (!this.#selection) return;
    this.#options.onZoomToSelection(this.#selection);
    this.show(this.#selection);
  }

  /** Selects a range; undefined clears the selection. */
  select(range: ChartSelection | undefined): void {
    this.#selection = range;
    this.#options.onSelected(range);
  }

  /** Opens the form of a new marker at the cursor, in the middle of the selection, or at the right edge. */
  mark(): void {
    const { view } = this.#options.navigator;
    const area = this.#area;
    if (!area) return;
    const at = this.#cursorTime ?? (this.#selection ? (this.#selection.from + this.#selection.to) / 2 : view.to);
    const box = area.getBoundingClientRect();
    const x = box.left + ((at - view.from) / (view.to - view.from)) * box.width;
    const left = Math.max(box.left, Math.min(box.right, x));
    const place = new DOMRect(left, box.top, 0, Math.min(box.height, ANCHOR_HEIGHT));
    this.#options.onMark(at, { getBoundingClientRect: () => place });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // Outside the region, or without any focus as after a drag, only Escape counts: Space presses the legend's buttons.
    const { target } = event;
    const isWayBack =
      event.key === 'Escape' && (target === document.body || this.#options.root.contains(target as Node));
    if (target !== this.#options.region && !isWayBack) return;
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    this.#execute(command);
  };

  #execute(command: Command): void {
    if (command.kind === 'live' && this.#selection) this.select(undefined);
    else if (isMovement(command)) this.#options.onMoved(executeCommand(command, this.#options.navigator));
    else if (command.kind === 'cursor') this.#moveCursor(command.pixels);
    else if (command.kind === 'mark') this.mark();
    else if (command.kind === 'table') this.#options.onTable();
    else if (command.kind === 'select') this.#selectTo(command.end);
    else this.zoomToSelection();
  }

  #moveCursor(pixels: number): void {
    const width = this.#area?.clientWidth ?? 1;
    this.#point(Math.max(0, Math.min(width, (this.#pointer ?? width / 2) + pixels)));
  }

  /** Moves one end of the selection to the cursor; without one, to the edge of the view. */
  #selectTo(end: 'from' | 'to'): void {
    const { navigator } = this.#options;
    navigator.freeze();
    this.#options.onMoved(true);
    const { view } = navigator;
    const selected = { ...(this.#selection ?? view), [end]: this.#cursorTime ?? view[end] };
    const [from, to] = [Math.min(selected.from, selected.to), Math.max(selected.from, selected.to)];
    if (from < to) this.select({ ...selected, from, to });
  }

  #point(x: number | undefined): void {
    if (x === this.#pointer) return;
    this.#pointer = x;
    this.#options.onPointed();
  }

  get #area(): HTMLElement | undefined {
    return this.#options.areas()[0];
  }

  /** Time at the cursor; undefined without one. */
  get #cursorTime(): number | undefined {
    if (this.#pointer === undefined) return undefined;
    const { view } = this.#options.navigator;
    const width = Math.max(1, this.#area?.clientWidth ?? 1);
    return view.from + (this.#pointer / width) * (view.to - view.from);
  }
}
