/** The yardstick: a page with only uPlot that draws stored readings, moved by drag and by the arrow keys. */
import type { Page } from 'playwright';
import { openUPlotPage } from './empty-page.ts';

export interface BareMonthOptions {
  /** Of the service. */
  url: string;
  /** Path of the stored readings of all channels, in buckets. */
  history: string;
  /** Of the plot with its axes, in CSS pixels. */
  size: { width: number; height: number };
  /** The first view, in milliseconds since 1970. */
  from: number;
  to: number;
}

/**
 * Opens the page: lines in the colors, dashes and width of the charts, over bands from minimum to maximum.
 * @returns the number of points in view of each line
 */
export async function openBareMonth(page: Page, options: BareMonthOptions): Promise<number[]> {
  const { url, history, size, from, to } = options;
  await openUPlotPage(page, url);
  return page.evaluate<number[]>(`(async () => {
    const { channels } = await (await fetch(${JSON.stringify(history)})).json();
    const parts = channels.map(({ parts: [part] }) => part);
    const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];
    const colors = ['#d1495b', '#0077b6', '#e07a00', '#6a4c93', '#2a9d8f'];
    const points = { show: false };
    const edge = { width: 0, points };
    let view = { min: ${from / 1000}, max: ${to / 1000} };
    const line = (index) => ({ stroke: colors[index % 5], dash: dashes[index % 6], width: 1.5, points });
    const band = (index) => ({ series: [3 * index + 3, 3 * index + 2], fill: colors[index % 5] + '3d' });
    const chart = new uPlot({
      ...${JSON.stringify(size)}, cursor: { show: false }, legend: { show: false }, scales: { x: { time: true, ...view } },
      series: [{}, ...parts.flatMap((_, index) => [line(index), edge, edge])],
      bands: parts.map((_, index) => band(index)),
    }, [parts[0].at.map((ms) => ms / 1000), ...parts.flatMap(({ mean, min, max }) => [mean, min, max])], document.body);
    let isDue = false;
    const draw = () => {
      isDue = false;
      chart.setScale('x', view);
    };
    const show = ({ min, max }, seconds) => {
      view = { min: min + seconds, max: max + seconds };
      if (!isDue) requestAnimationFrame(draw);
      isDue = true;
    };
    show(view, 0);
    let drag;
    addEventListener('pointerdown', ({ clientX: x }) => { drag = { x, view }; });
    addEventListener('pointerup', () => { drag = undefined; });
    addEventListener('pointermove', ({ clientX: x }) => {
      if (drag) show(drag.view, (drag.x - x) * (drag.view.max - drag.view.min) / ${size.width});
    });
    addEventListener('keydown', ({ key }) => {
      const step = (view.max - view.min) / 10;
      if (key === 'ArrowLeft') show(view, -step);
      if (key === 'ArrowRight') show(view, step);
    });
    return parts.map(({ at }) => at.filter((ms) => ms >= ${from} && ms < ${to}).length);
  })()`);
}
