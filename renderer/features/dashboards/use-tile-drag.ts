import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { GRID_COLUMNS, type Tile } from '../../../service/contract/index.ts';
import { place } from '../../data/dashboards/layout.ts';

/** Distance at which a press becomes a drag, in CSS pixels. */
const THRESHOLD = 4;

/** Near an edge of the scrolling area, a drag scrolls by this much per movement, in CSS pixels. */
const EDGE = 32;
const SCROLL_STEP = 14;

interface Drag {
  readonly tile: Tile;
  readonly kind: 'move' | 'resize';
  /** Start in the grid, in CSS pixels: it may scroll meanwhile. */
  readonly x: number;
  readonly y: number;
  readonly isMoving: boolean;
}

export interface TileDragOptions {
  readonly grid: RefObject<HTMLElement | null>;
  readonly tiles: readonly Tile[];
  readonly onDrop: (tiles: Tile[], id: string) => void;
}

export interface TileDrag {
  /** The tiles as they would be dropped; undefined without a drag. */
  readonly preview: Tile[] | undefined;
  /** ID of the dragged tile. */
  readonly dragged: string | undefined;
  readonly start: (event: ReactPointerEvent, tile: Tile, kind: Drag['kind']) => void;
}

/** Moves and resizes tiles with the mouse, a pen or a finger; Escape cancels. */
export function useTileDrag({ grid, tiles, onDrop }: TileDragOptions): TileDrag {
  const [drag, setDrag] = useState<Drag>();
  const [preview, setPreview] = useState<Tile[]>();
  const isActive = drag !== undefined;

  const end = (isDropped: boolean): void => {
    if (isDropped && drag && preview) onDrop(preview, drag.tile.id);
    setDrag(undefined);
    setPreview(undefined);
  };
  const move = (event: PointerEvent): void => {
    const box = grid.current?.getBoundingClientRect();
    if (!drag || !grid.current || !box) return;
    scrollAtEdge(grid.current, event.clientY);
    const [dx, dy] = [event.clientX - box.left - drag.x, event.clientY - box.top - drag.y];
    if (!drag.isMoving && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!drag.isMoving) setDrag({ ...drag, isMoving: true });
    const { columnGap, rowGap, gridAutoRows } = getComputedStyle(grid.current);
    const columns = Math.round(dx / ((box.width + Number.parseFloat(columnGap)) / GRID_COLUMNS));
    const rows = Math.round(dy / (Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap)));
    const { x, y, w, h } = drag.tile;
    const wanted =
      drag.kind === 'move'
        ? { x: x + columns, y: y + rows, w, h }
        : { x, y, w: Math.min(w + columns, GRID_COLUMNS - x), h: h + rows };
    setPreview(place(tiles, drag.tile.id, wanted));
  };

  const onMove = useEffectEvent(move);
  const onEnd = useEffectEvent(end);
  useEffect(() => {
    if (!isActive) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener('pointermove', (event) => onMove(event), { signal });
    addEventListener('pointerup', () => onEnd(true), { signal });
    addEventListener('pointercancel', () => onEnd(false), { signal });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd(false);
      },
      { signal, capture: true },
    );
    return () => ending.abort();
  }, [isActive]);

  return {
    preview,
    dragged: drag?.isMoving ? drag.tile.id : undefined,
    start: (event, tile, kind) => {
      const box = grid.current?.getBoundingClientRect();
      if (event.button !== 0 || !box) return;
      setDrag({ tile, kind, x: event.clientX - box.left, y: event.clientY - box.top, isMoving: false });
    },
  };
}

function scrollAtEdge(grid: HTMLElement, y: number): void {
  const area = grid.parentElement;
  if (!area) return;
  const { top, bottom } = area.getBoundingClientRect();
  if (y < top + EDGE) area.scrollBy(0, -SCROLL_STEP);
  else if (y > bottom - EDGE) area.scrollBy(0, SCROLL_STEP);
}
