import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { PLOT_HEIGHT } from '../../../../service/contract/index.ts';
import { heightOf } from './layout.ts';

/** Step of an arrow key, and with Shift, in CSS pixels. */
const STEP = 10;
const LARGE_STEP = 50;

export interface PanelBorderProps {
  /** Of the panel above. */
  readonly title: string;
  /** @param height of the plot above, in CSS pixels; undefined shares it again */
  readonly onResize: (height: number | undefined) => void;
}

/** The plot above a border. */
function plotOf(border: HTMLElement | null): HTMLElement | null | undefined {
  return border?.previousElementSibling?.querySelector<HTMLElement>('.chart-plot');
}

/** Sets the height of the plot above, as `ChartPanel` does. @param height a length; empty: the panels share the height */
function showHeight(border: HTMLElement | null, height: string): void {
  const panel = border?.previousElementSibling;
  if (!(panel instanceof HTMLElement)) return;
  panel.toggleAttribute('data-sized', height !== '');
  panel.style.setProperty('--plot-height', height);
}

/** The border below a panel, which sets the height of its plot. */
export function PanelBorder({ title, onResize }: PanelBorderProps) {
  const border = useRef<HTMLDivElement>(null);
  const drag = useRef<{ y: number; height: number; before: string; moved: number | undefined }>(undefined);

  // The page does not render for a height that the window gives.
  useEffect(() => {
    const sized = plotOf(border.current);
    if (!sized) return undefined;
    const observer = new ResizeObserver(() => {
      if (border.current) border.current.ariaValueNow = String(heightOf(sized.clientHeight));
    });
    observer.observe(sized);
    return () => observer.disconnect();
  }, []);

  const onPointerDown = (event: PointerEvent): void => {
    const height = plotOf(border.current)?.clientHeight;
    if (event.button !== 0 || height === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const panel = border.current?.previousElementSibling as HTMLElement | null | undefined;
    const before = panel?.style.getPropertyValue('--plot-height') ?? '';
    drag.current = { y: event.clientY, height, before, moved: undefined };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag.current) return;
    // Stored only at the end: each height would render the page.
    drag.current.moved = heightOf(drag.current.height + event.clientY - drag.current.y);
    showHeight(border.current, `${drag.current.moved}px`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const height = plotOf(border.current)?.clientHeight ?? PLOT_HEIGHT.min;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const heights: Readonly<Record<string, number | undefined>> = {
      ArrowUp: heightOf(height - step),
      ArrowDown: heightOf(height + step),
      Home: PLOT_HEIGHT.min,
      Delete: undefined,
    };
    if (!Object.hasOwn(heights, event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onResize(heights[event.key]);
  };
  const onEnd = (): void => {
    const moved = drag.current?.moved;
    drag.current = undefined;
    if (moved !== undefined) onResize(moved);
  };
  const onCancel = (): void => {
    if (drag.current?.moved !== undefined) showHeight(border.current, drag.current.before);
    drag.current = undefined;
  };

  return (
    <div
      ref={border}
      className="chart-border"
      // A rule has no value that the keyboard changes.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="horizontal"
      aria-label={`Height of ${title}`}
      aria-valuemin={PLOT_HEIGHT.min}
      aria-valuemax={PLOT_HEIGHT.max}
      aria-valuenow={PLOT_HEIGHT.min}
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onEnd}
      onPointerCancel={onCancel}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
