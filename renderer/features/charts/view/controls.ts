import { takesText } from '../../../app/shortcuts/shortcuts.ts';
import { type Edge, edgeAt } from '../scene/overlays.ts';
import { type Command, commandFor, executeCommand, isMovement } from './commands.ts';
import { isLetter, type PageAction } from './keys.ts';
import { listenToPointer, type PointerTarget } from './pointer.ts';
import type { ChartSelection, View } from './view.ts';
import type { ViewController } from './view-controller.ts';

/** Height of the anchor of the marker form, in CSS pixels. */
const ANCHOR_HEIGHT = 24;

/** Readings that an arrow key with Shift moves a measuring cursor by. */
const LARGE_EDGE_STEP = 10;

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
  /** As `ChartScene.snap` and `next`. */
  readonly snap: PointerTarget['snap'];
  readonly next: (time: number, direction: 1 | -1) => number | undefined;
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
  readonly onAction: (action: PageAction) => void;
}

/** Whether the keys of an element are its own, and not for the charts: of a field, or of a menu or dialog without them. */
function takesKeys(target: EventTarget | null, charts: HTMLElement): boolean {
  const popup = target instanceof Element ? target.closest('[role=dialog], [role=menu]') : null;
  return takesText(target) || (popup !== null && !popup.contains(charts));
}

/** Element of the stack that was pressed or focused last: Escape elsewhere on the page is for it. */
let lastUsed: HTMLElement | undefined;

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
    const { root, region, navigator, valuesOf, snap, onMoved } = this.#options;
    document.addEventListener('keydown', this.#onKey);
    root.addEventListener('pointerdown', this.#onUse, true);
    root.addEventListener('focusin', this.#onUse);
    this.#stopListening = listenToPointer({
      region,
      plotAt: (target) => this.#options.areas().find((area) => target instanceof Node && area.contains(target)),
      navigator,
      valuesOf,
      snap,
      selection: () => this.#selection,
      onEdge: (range) => this.select(range),
      onHover: (x) => this.#point(x),
      onSelect: (range, isDone) => {
        if (isDone) this.select(range);
        else this.#selection = range;
        this.#options.onSelecting();
      },
      onZoom: (range) => this.#zoomTo(range),
      onMoved: () => onMoved(!navigator.isLive),
      onLive: () => onMoved(false),
    });
  }

  stop(): void {
    const { root } = this.#options;
    document.removeEventListener('keydown', this.#onKey);
    root.removeEventListener('pointerdown', this.#onUse, true);
    root.removeEventListener('focusin', this.#onUse);
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
    if (this.#selection) this.#zoomTo(this.#selection);
  }

  /** Selects a range; undefined clears the selection. */
  select(range: ChartSelection | undefined): void {
    // The focused measuring cursor disappears.
    if (!range && edgeAt(document.activeElement)) this.#options.region.focus();
    this.#selection = range;
    this.#options.onSelected(range);
  }

  /** Places both measuring cursors in the view, unless there are some. */
  measure(): void {
    if (this.#selection) return;
    this.#hold();
    const { from, to } = this.#options.navigator.view;
    const free = { from: from + (to - from) / 3, to: from + ((to - from) * 2) / 3 };
    const snapped = { from: this.#options.snap(free.from), to: this.#options.snap(free.to) };
    this.select(snapped.from < snapped.to ? snapped : free);
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

  readonly #onUse = (): void => {
    lastUsed = this.#options.root;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Outside the region, other keys than Escape have their own use: Space presses buttons.
    const { target } = event;
    const { root } = this.#options;
    const isInside = root.contains(target as Node);
    const isLastUsed = !lastUsed?.isConnected || lastUsed === root;
    const isWayBack = event.key === 'Escape' && (isInside || (isLastUsed && !takesKeys(target, root)));
    const edge = isInside ? edgeAt(target) : undefined;
    const isPointedAt = isLetter(event.key) && (isInside || root.matches(':hover')) && !takesKeys(target, root);
    if (target !== this.#options.region && !isWayBack && !edge && !isPointedAt) return;
    if (edge && this.#onEdgeKey(edge, event)) {
      event.preventDefault();
      return;
    }
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    // A held key saves one image.
    if (!(event.repeat && command.kind === 'page')) this.#execute(command);
  };

  #execute(command: Command): void {
    if (command.kind === 'live' && this.#selection) this.select(undefined);
    else if (isMovement(command)) this.#options.onMoved(executeCommand(command, this.#options.navigator));
    else if (command.kind === 'cursor') this.#moveCursor(command.pixels);
    else if (command.kind === 'mark') this.mark();
    else if (command.kind === 'page') this.#options.onAction(command.action);
    else if (command.kind === 'select') this.#selectTo(command.end);
    else this.zoomToSelection();
  }

  #zoomTo(range: ChartSelection): void {
    this.#options.onZoomToSelection(range);
    this.show(range);
  }

  #moveCursor(pixels: number): void {
    const width = Math.max(1, this.#area?.clientWidth ?? 1);
    const { view } = this.#options.navigator;
    const msPerPixel = (view.to - view.from) / width;
    const timeAt = (x: number): number => this.#options.snap(view.from + x * msPerPixel);
    const before = this.#pointer ?? width / 2;
    const after = Math.max(0, Math.min(width, before + pixels));
    // By at least one reading, however far apart they are.
    const isStuck = this.#pointer !== undefined && timeAt(after) === timeAt(before);
    const next = isStuck ? this.#options.next(timeAt(before), pixels < 0 ? -1 : 1) : undefined;
    const x = next === undefined ? after : (next - view.from) / msPerPixel;
    this.#point(Math.max(0, Math.min(width, x)));
  }

  /** @returns whether the key is one of a measuring cursor */
  #onEdgeKey(edge: Edge, { key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (ctrlKey || altKey || metaKey) return false;
    const steps = shiftKey ? LARGE_EDGE_STEP : 1;
    if (key === 'ArrowLeft' || key === 'ArrowDown') this.#stepEdge(edge, -1, steps);
    else if (key === 'ArrowRight' || key === 'ArrowUp') this.#stepEdge(edge, 1, steps);
    else if (key === 'Delete' || key === 'Backspace') this.select(undefined);
    else return false;
    return true;
  }

  /** Moves a measuring cursor by readings, up to the other cursor. */
  #stepEdge(edge: Edge, direction: 1 | -1, steps: number): void {
    const selection = this.#selection;
    if (!selection) return;
    this.#hold();
    let time = selection[edge];
    for (let step = 0; step < steps; step += 1) {
      const next = this.#options.next(time, direction);
      if (next === undefined || (edge === 'from' ? next >= selection.to : next <= selection.from)) break;
      time = next;
    }
    if (time === selection[edge]) return;
    const { navigator } = this.#options;
    const { from, to } = navigator.view;
    if (time < from) navigator.pan(time - from);
    else if (time > to) navigator.pan(time - to);
    this.select({ ...selection, [edge]: time });
  }

  /** Pauses: the view must not slide while a selection is made. */
  #hold(): void {
    this.#options.navigator.freeze();
    this.#options.onMoved(true);
  }

  /** Moves one end of the selection to the cursor; without one, to the edge of the view. */
  #selectTo(end: 'from' | 'to'): void {
    const { navigator } = this.#options;
    this.#hold();
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

  /** Time of the reading at the cursor; undefined without a cursor. */
  get #cursorTime(): number | undefined {
    if (this.#pointer === undefined) return undefined;
    const { view } = this.#options.navigator;
    const width = Math.max(1, this.#area?.clientWidth ?? 1);
    return this.#options.snap(view.from + (this.#pointer / width) * (view.to - view.from));
  }
}
