import { isModHeld } from '../../../app/shortcuts/shortcuts.ts';
import { type Edge, edgeAt } from '../scene/overlays.ts';
import { ZOOM_STEP } from './keys.ts';
import type { ChartSelection, SelectedValues, View } from './view.ts';
import type { ViewController } from './view-controller.ts';

/** Distance at which a press becomes a drag, in CSS pixels. */
export const DRAG_THRESHOLD = 3;

/** A selection selects values too if it is at least this high, in CSS pixels, and this high for its width. */
const LEAST_BOX_HEIGHT = 24;
const LEAST_BOX_SLOPE = 0.1;

/** Pixels of one wheel notch; touch pads send smaller steps. */
const WHEEL_NOTCH = 100;

/** At most 3, either way. */
export function wheelNotches({ deltaMode, deltaY }: WheelEvent): number {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * WHEEL_NOTCH;
  return Math.max(-3, Math.min(3, pixels / WHEEL_NOTCH));
}

export interface PointerTarget {
  readonly region: HTMLElement;
  /** The plot under the pointer's target, if any. */
  readonly plotAt: (target: EventTarget | null) => HTMLElement | undefined;
  readonly navigator: ViewController;
  /** @param x CSS pixels in the plot; undefined after the pointer has left */
  readonly onHover: (x: number | undefined) => void;
  /** @param range the selection @param isDone the button was released */
  readonly onSelect: (range: ChartSelection | undefined, isDone: boolean) => void;
  /** The present selection; undefined for none. */
  readonly selection: () => ChartSelection | undefined;
  /** The time of the reading nearest to a time. */
  readonly snap: (time: number) => number;
  /** @param range the selection with the moved measuring cursor */
  readonly onEdge: (range: ChartSelection) => void;
  /** The values of a part of a plot's height. @param from,to fractions, from the bottom; ascending */
  readonly valuesOf: (plot: HTMLElement, from: number, to: number) => SelectedValues | undefined;
  /** @param range to show at once */
  readonly onZoom: (range: ChartSelection) => void;
  readonly onMoved: () => void;
  readonly onLive: () => void;
}

interface Drag {
  readonly plot: HTMLElement;
  /** Start, in CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** Start in the plot, and the plot's width. */
  readonly at: number;
  readonly width: number;
  readonly isSelecting: boolean;
  /** Shows the selected range at once. */
  readonly isZooming: boolean;
  /** The selection at the start. */
  readonly before: ChartSelection | undefined;
  /** The measuring cursor that is dragged, with the selection at the start. */
  readonly edge: { readonly name: Edge; readonly selection: ChartSelection } | undefined;
  view: View;
  isMoving: boolean;
}

/**
 * Drag pans or moves a measuring cursor, with Shift it selects, with Ctrl or Cmd it zooms. The wheel zooms, a double click
 * returns to live.
 * @returns unsubscribes
 */
export function listenToPointer(target: PointerTarget): () => void {
  const { region, plotAt, navigator } = target;
  const ending = new AbortController();
  const { signal } = ending;
  let drag: Drag | undefined;

  const place = (event: MouseEvent): { x: number; width: number } | undefined => {
    const box = plotAt(event.target)?.getBoundingClientRect();
    return box && { x: event.clientX - box.left, width: Math.max(1, box.width) };
  };
  const msPerPixel = (width: number): number => (navigator.view.to - navigator.view.from) / width;

  const onDown = (event: PointerEvent): void => {
    const at = place(event);
    const plot = plotAt(event.target);
    const before = target.selection();
    const name = edgeAt(event.target);
    const selection = name && before;
    if (!at || !plot || event.button !== 0 || (event.pointerType === 'touch' && !selection)) return;
    const { view } = navigator;
    const edge = selection && { name, selection };
    // The cursor does not jump to where its handle was taken.
    const x = edge ? (edge.selection[edge.name] - view.from) / msPerPixel(at.width) : at.x;
    const from = { plot, x: event.clientX, y: event.clientY, at: x, width: at.width };
    const isZooming = isModHeld(event) && !edge;
    const isSelecting = isZooming || (event.shiftKey && !edge);
    drag = { ...from, edge, isSelecting, isZooming, before, view, isMoving: false };
  };
  const startDrag = (begun: Drag, pointerId: number): void => {
    begun.isMoving = true;
    region.setPointerCapture(pointerId);
    target.onHover(undefined);
    if (!begun.isSelecting && !begun.edge) return;
    // The view must not slide during a selection.
    navigator.freeze();
    begun.view = navigator.view;
    target.onMoved();
  };
  const selected = ({ plot, x, y, at, width, view }: Drag, event: PointerEvent): ChartSelection => {
    const end = Math.max(0, Math.min(width, at + event.clientX - x));
    const ms = (view.to - view.from) / width;
    const free = { from: view.from + Math.min(at, end) * ms, to: view.from + Math.max(at, end) * ms };
    const snapped = { from: target.snap(free.from), to: target.snap(free.to) };
    const range = snapped.from < snapped.to ? snapped : free;
    const height = Math.abs(event.clientY - y);
    if (height < Math.max(LEAST_BOX_HEIGHT, LEAST_BOX_SLOPE * Math.abs(end - at))) return range;
    const box = plot.getBoundingClientRect();
    const share = (clientY: number): number => Math.max(0, Math.min(1, (box.bottom - clientY) / box.height));
    const [from, to] = [share(Math.max(y, event.clientY)), share(Math.min(y, event.clientY))];
    const values = target.valuesOf(plot, from, to);
    return values ? { ...range, values } : range;
  };
  const moveEdge = ({ edge, at, x, width, view }: Drag, event: PointerEvent): void => {
    if (!edge) return;
    const end = Math.max(0, Math.min(width, at + event.clientX - x));
    const time = target.snap(view.from + (end * (view.to - view.from)) / width);
    const other = edge.selection[edge.name === 'from' ? 'to' : 'from'];
    const [from, to] = [Math.min(time, other), Math.max(time, other)];
    if (from < to) target.onEdge({ ...edge.selection, from, to });
  };
  const onMove = (event: PointerEvent): void => {
    // Released beyond the charts.
    if (drag && !drag.isMoving && event.buttons === 0) drag = undefined;
    // Escape removes the selection, also during a drag.
    if ((drag?.edge || drag?.isSelecting) && drag.isMoving && !target.selection()) drag = undefined;
    if (drag) {
      const moved = event.clientX - drag.x;
      if (!drag.isMoving && Math.abs(moved) < DRAG_THRESHOLD) return;
      if (!drag.isMoving) startDrag(drag, event.pointerId);
      if (drag.edge) {
        moveEdge(drag, event);
        return;
      }
      if (drag.isSelecting) {
        target.onSelect(selected(drag, event), false);
        return;
      }
      const { from, to } = drag.view;
      const ms = (moved * (to - from)) / drag.width;
      navigator.show({ from: from - ms, to: to - ms });
      target.onMoved();
      return;
    }
    target.onHover(place(event)?.x);
  };
  const onUp = (event: PointerEvent): void => {
    const done = drag;
    drag = undefined;
    const isCanceled = event.type === 'pointercancel';
    if (done?.edge && isCanceled) target.onEdge(done.edge.selection);
    // Escape has removed it since.
    if (!done?.isMoving || !done.isSelecting || !target.selection()) return;
    const range = selected(done, event);
    target.onSelect(isCanceled || done.isZooming ? done.before : range, true);
    if (done.isZooming && !isCanceled) target.onZoom(range);
  };
  const onWheel = (event: WheelEvent): void => {
    const at = place(event);
    // With Alt, it zooms the value axis. Beside the plots, it scrolls.
    if (!at || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      navigator.pan(event.deltaX * msPerPixel(at.width));
    } else {
      navigator.zoom(ZOOM_STEP ** wheelNotches(event), navigator.view.from + at.x * msPerPixel(at.width));
    }
    target.onMoved();
  };

  region.addEventListener('pointerdown', onDown, { signal });
  region.addEventListener('pointermove', onMove, { signal });
  region.addEventListener('pointerup', onUp, { signal });
  region.addEventListener('pointercancel', onUp, { signal });
  region.addEventListener('pointerleave', () => target.onHover(undefined), { signal });
  region.addEventListener('wheel', onWheel, { signal, passive: false });
  region.addEventListener('dblclick', (event) => place(event) && !edgeAt(event.target) && target.onLive(), { signal });
  return () => ending.abort();
}
