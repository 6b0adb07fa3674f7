import { DRAG_THRESHOLD } from '../view/pointer.ts';

/** Where a dragged channel would go: into a panel, or between panels. Counted from the top, from 0. */
export type DropTarget = { readonly panel: number } | { readonly gap: number };

/** Top and bottom of a panel, in CSS pixels of the window. */
export interface PanelBox {
  readonly top: number;
  readonly bottom: number;
}

/** A new panel is dropped this close to the edge of a panel, in CSS pixels, or at this part of its height. */
const EDGE = 18;
const EDGE_PART = 0.25;

/** @param boxes from the top, without overlaps */
export function dropTarget(boxes: readonly PanelBox[], y: number): DropTarget {
  for (const [index, { top, bottom }] of boxes.entries()) {
    const edge = Math.min(EDGE, (bottom - top) * EDGE_PART);
    if (y < top + edge) return { gap: index };
    if (y <= bottom - edge) return { panel: index };
  }
  return { gap: boxes.length };
}

/** The stack scrolls while the pointer is this close to its edge, by this much in a frame, in CSS pixels. */
const SCROLL_EDGE = 36;
const SCROLL_STEP = 8;

export interface ChannelDragOptions {
  /** Scrolls, and contains the panels. */
  readonly region: HTMLElement;
  readonly onDrop: (key: string, target: DropTarget) => void;
}

interface Drag {
  readonly key: string;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Follows the pointer; undefined before the pointer has moved. */
  ghost?: HTMLElement;
  at: { x: number; y: number };
}

/** Drags legend entries to panels by mouse, and by touch from their grip. @returns unsubscribes */
export function listenToChannelDrag({ region, onDrop }: ChannelDragOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const line = document.createElement('div');
  line.className = 'chart-drop-line';
  line.hidden = true;
  region.append(line);
  let drag: Drag | undefined;

  const panels = (): HTMLElement[] => [...region.querySelectorAll<HTMLElement>('.chart-panel')];
  const targetAt = (y: number): DropTarget =>
    dropTarget(
      panels().map((panel) => panel.getBoundingClientRect()),
      y,
    );

  const show = (target: DropTarget | undefined): void => {
    const all = panels();
    for (const [index, panel] of all.entries())
      panel.toggleAttribute('data-drop', target !== undefined && 'panel' in target && target.panel === index);
    line.hidden = !target || !('gap' in target);
    if (!target || !('gap' in target)) return;
    const { top } = region.getBoundingClientRect();
    const [before, after] = [all[target.gap - 1], all[target.gap]].map((panel) => panel?.getBoundingClientRect());
    const y = before && after ? (before.bottom + after.top) / 2 : (after?.top ?? before?.bottom ?? top);
    line.style.top = `${y - top + region.scrollTop}px`;
  };

  const scroll = (): void => {
    if (!drag?.ghost) return;
    const { top, bottom } = region.getBoundingClientRect();
    const { y } = drag.at;
    if (y < top + SCROLL_EDGE) region.scrollTop -= SCROLL_STEP;
    else if (y > bottom - SCROLL_EDGE) region.scrollTop += SCROLL_STEP;
    show(targetAt(y));
    requestAnimationFrame(scroll);
  };

  const start = (begun: Drag, label: string): void => {
    region.setPointerCapture(begun.pointerId);
    const ghost = document.createElement('div');
    ghost.className = 'chart-drag-ghost';
    ghost.textContent = label;
    document.body.append(ghost);
    begun.ghost = ghost;
    requestAnimationFrame(scroll);
  };

  const end = (): Drag | undefined => {
    const done = drag;
    drag = undefined;
    done?.ghost?.remove();
    show(undefined);
    return done?.ghost && done;
  };

  const onDown = (event: PointerEvent): void => {
    const { target, button, pointerId, clientX: x, clientY: y } = event;
    // Of another finger.
    if (drag?.ghost) return;
    const row = target instanceof Element ? target.closest<HTMLElement>('.chart-legend-row') : null;
    const key = row?.dataset['key'];
    if (!key || button !== 0 || !(target instanceof Element) || target.closest('.chart-legend-menu')) return;
    // Elsewhere a finger scrolls.
    if (event.pointerType === 'touch' && !target.closest('.chart-legend-grip')) return;
    drag = { key, pointerId, x, y, at: { x, y } };
  };
  const onMove = (event: PointerEvent): void => {
    if (!drag || event.pointerId !== drag.pointerId) return;
    // Released beyond the charts.
    if (!drag.ghost && event.buttons === 0) {
      drag = undefined;
      return;
    }
    drag.at = { x: event.clientX, y: event.clientY };
    const moved = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.ghost && moved > DRAG_THRESHOLD) {
      const row = region.querySelector(`.chart-legend-row[data-key=${CSS.escape(drag.key)}]`);
      start(drag, row?.querySelector('.chart-name')?.textContent ?? '');
    }
    if (drag.ghost) drag.ghost.style.transform = `translate(${drag.at.x + 12}px, ${drag.at.y + 8}px)`;
  };
  const onUp = (event: PointerEvent): void => {
    if (event.pointerId !== drag?.pointerId) return;
    const done = end();
    if (!done) return;
    const { left, right } = region.getBoundingClientRect();
    if (event.clientX >= left && event.clientX <= right) onDrop(done.key, targetAt(event.clientY));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drag?.ghost) return;
    event.stopPropagation();
    end();
  };

  region.addEventListener('pointerdown', onDown, { signal });
  region.addEventListener('pointermove', onMove, { signal });
  region.addEventListener('pointerup', onUp, { signal });
  const onCancel = (event: PointerEvent): void => {
    if (event.pointerId === drag?.pointerId) end();
  };
  region.addEventListener('pointercancel', onCancel, { signal });
  document.addEventListener('keydown', onKey, { signal, capture: true });
  return () => {
    end();
    ending.abort();
    line.remove();
  };
}
