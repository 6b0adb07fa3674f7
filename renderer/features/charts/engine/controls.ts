import { type Command, commandFor, executeCommand, isMovement } from '../view/commands.ts';
import type { View } from '../view/view.ts';
import type { ViewController } from '../view/view-controller.ts';
import { listenToPointer } from './pointer.ts';
import type { PopoverAnchor } from './types.ts';

/** Height of the place beside which a name is asked for, in CSS pixels. */
const ANCHOR_HEIGHT = 24;

export interface ControlsParts {
  /** The whole stack. */
  readonly root: HTMLElement;
  /** Has the keyboard. */
  readonly region: HTMLElement;
  readonly navigator: ViewController;
  /** What is selected at first. */
  readonly selection: View | undefined;
  /** Each panel's plot between its axes. */
  readonly areas: () => readonly HTMLElement[];
  /** @param isPaused whether the view stands still now */
  readonly onMoved: (isPaused: boolean) => void;
  /** The cursor was moved. */
  readonly onPointed: () => void;
  /** What is being selected changed. */
  readonly onSelecting: () => void;
  /** A stretch was selected; undefined: none is any more. */
  readonly onSelected: (stretch: View | undefined) => void;
  readonly onMark: (at: number, anchor: PopoverAnchor) => void;
  /** What is in view is to be shown as a table. */
  readonly onTable: () => void;
}

/** What the user does to a stack of charts by mouse and keyboard: the cursor, the selection, moving through time. */
export class Controls {
  readonly #parts: ControlsParts;
  #pointer: number | undefined;
  #selection: View | undefined;
  #stopListening: (() => void) | undefined;

  constructor(parts: ControlsParts) {
    this.#parts = parts;
    this.#selection = parts.selection;
  }

  /** Where the cursor is, in CSS pixels of the plots; undefined: there is none. */
  get pointer(): number | undefined {
    return this.#pointer;
  }

  get selection(): View | undefined {
    return this.#selection;
  }

  start(): void {
    const { region, navigator, onMoved } = this.#parts;
    document.addEventListener('keydown', this.#onKey);
    this.#stopListening = listenToPointer({
      region,
      plotAt: (target) => this.#parts.areas().find((area) => target instanceof Node && area.contains(target)),
      navigator,
      onHover: (x) => this.#point(x),
      onSelect: (stretch, isDone) => {
        if (isDone) this.select(stretch);
        else this.#selection = stretch;
        this.#parts.onSelecting();
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

  /** Shows a stretch of time, standing still. */
  show(stretch: View): void {
    const { navigator, onMoved } = this.#parts;
    navigator.show(stretch);
    onMoved(!navigator.isLive);
  }

  /** Selects a stretch of time; undefined: none. */
  select(stretch: View | undefined): void {
    this.#selection = stretch;
    this.#parts.onSelected(stretch);
  }

  /** Asks for a name for the moment at the cursor, at the middle of what is selected, or at the right edge. */
  mark(): void {
    const { view } = this.#parts.navigator;
    const area = this.#area;
    if (!area) return;
    const at = this.#cursorTime ?? (this.#selection ? (this.#selection.from + this.#selection.to) / 2 : view.to);
    const box = area.getBoundingClientRect();
    const x = box.left + ((at - view.from) / (view.to - view.from)) * box.width;
    const left = Math.max(box.left, Math.min(box.right, x));
    const place = new DOMRect(left, box.top, 0, Math.min(box.height, ANCHOR_HEIGHT));
    this.#parts.onMark(at, { getBoundingClientRect: () => place });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // Elsewhere in the charts only the way back is ours (Space presses the legend's buttons), and where nothing has the
    // keyboard: a wheel or an overview that was dragged gives it to nobody.
    const { target } = event;
    const isWayBack = event.key === 'Escape' && (target === document.body || this.#parts.root.contains(target as Node));
    if (target !== this.#parts.region && !isWayBack) return;
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    this.#obey(command);
  };

  #obey(command: Command): void {
    if (command.kind === 'live' && this.#selection) this.select(undefined);
    else if (isMovement(command)) this.#parts.onMoved(executeCommand(command, this.#parts.navigator));
    else if (command.kind === 'cursor') this.#moveCursor(command.pixels);
    else if (command.kind === 'mark') this.mark();
    else if (command.kind === 'table') this.#parts.onTable();
    else if (command.kind === 'select') this.#selectTo(command.end);
    else if (this.#selection) this.show(this.#selection);
  }

  #moveCursor(pixels: number): void {
    const width = this.#area?.clientWidth ?? 1;
    this.#point(Math.max(0, Math.min(width, (this.#pointer ?? width / 2) + pixels)));
  }

  /** Moves one end of what is selected to the cursor; without one, to the edge of what is shown. */
  #selectTo(end: 'from' | 'to'): void {
    const { navigator } = this.#parts;
    navigator.freeze();
    this.#parts.onMoved(true);
    const { view } = navigator;
    const selected = { ...(this.#selection ?? view), [end]: this.#cursorTime ?? view[end] };
    const [from, to] = [Math.min(selected.from, selected.to), Math.max(selected.from, selected.to)];
    if (from < to) this.select({ from, to });
  }

  #point(x: number | undefined): void {
    if (x === this.#pointer) return;
    this.#pointer = x;
    this.#parts.onPointed();
  }

  get #area(): HTMLElement | undefined {
    return this.#parts.areas()[0];
  }

  /** The moment at the cursor; undefined: there is no cursor. */
  get #cursorTime(): number | undefined {
    if (this.#pointer === undefined) return undefined;
    const { view } = this.#parts.navigator;
    const width = Math.max(1, this.#area?.clientWidth ?? 1);
    return view.from + (this.#pointer / width) * (view.to - view.from);
  }
}
