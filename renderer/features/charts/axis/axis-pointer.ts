import { ZOOM_STEP } from '../view/keys.ts';
import { DRAG_THRESHOLD, wheelNotches } from '../view/pointer.ts';

/** A value axis that the pointer can move. Fractions are of its height, from the bottom. */
export interface PointerAxis {
  /** Over the labels. */
  readonly element: HTMLElement;
  /** The plot between the axes. */
  readonly area: HTMLElement;
  /** @param factor above 1 for a larger range @param at the fraction that keeps its value */
  zoom(factor: number, at: number): void;
  /** Moves the ends as they were at the start of the drag. @param by fraction @param isStart of a drag */
  pan(by: number, isStart: boolean): void;
  /** Back to the values in view. */
  release(): void;
}

export interface AxisPointerTarget {
  readonly region: HTMLElement;
  readonly axes: () => readonly PointerAxis[];
}

/** On an axis, the wheel zooms, drag pans and a double click resets; Alt and the wheel zoom over the plot. @returns unsubscribes */
export function listenToAxes({ region, axes }: AxisPointerTarget): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let drag: { axis: PointerAxis; y: number; height: number; isMoving: boolean } | undefined;

  const axesAt = ({ target }: Event, part: 'element' | 'area'): readonly PointerAxis[] =>
    axes().filter((axis) => target instanceof Node && axis[part].contains(target));

  const onWheel = (event: WheelEvent): void => {
    const zoomed = [...axesAt(event, 'element'), ...(event.altKey ? axesAt(event, 'area') : [])];
    const [axis] = zoomed;
    if (!axis || event.ctrlKey) return;
    event.preventDefault();
    const { top, height } = axis.area.getBoundingClientRect();
    const at = 1 - (event.clientY - top) / Math.max(1, height);
    for (const each of zoomed) each.zoom(ZOOM_STEP ** wheelNotches(event), Math.max(0, Math.min(1, at)));
  };
  const onDown = (event: PointerEvent): void => {
    const [axis] = axesAt(event, 'element');
    if (!axis || event.button !== 0) return;
    drag = { axis, y: event.clientY, height: Math.max(1, axis.area.clientHeight), isMoving: false };
  };
  const onMove = (event: PointerEvent): void => {
    // Released beyond the charts.
    if (drag && !drag.isMoving && event.buttons === 0) drag = undefined;
    if (!drag) return;
    const moved = event.clientY - drag.y;
    if (!drag.isMoving && Math.abs(moved) < DRAG_THRESHOLD) return;
    // Not before: a captured double click would miss the axis.
    if (!drag.isMoving) region.setPointerCapture(event.pointerId);
    drag.axis.pan(moved / drag.height, !drag.isMoving);
    drag.isMoving = true;
  };
  const onEnd = (): void => {
    drag = undefined;
  };

  region.addEventListener('wheel', onWheel, { signal, passive: false });
  region.addEventListener('pointerdown', onDown, { signal });
  region.addEventListener('pointermove', onMove, { signal });
  region.addEventListener('pointerup', onEnd, { signal });
  region.addEventListener('pointercancel', onEnd, { signal });
  region.addEventListener('dblclick', (event) => axesAt(event, 'element')[0]?.release(), { signal });
  return () => ending.abort();
}
