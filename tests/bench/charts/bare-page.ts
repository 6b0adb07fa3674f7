/** The yardstick: a page with only uPlot that receives the same stream and draws in every frame. */
import type { Page } from 'playwright';
import { openUPlotPage } from './empty-page.ts';

export interface BareOptions {
  /** Of the emulated service. */
  url: string;
  /** Channels of each panel. */
  panels: readonly (readonly string[])[];
  /** Milliseconds. */
  windowMs: number;
}

/** Opens the page and waits for its first reading. */
export async function openBarePage(page: Page, { url, panels, windowMs }: BareOptions): Promise<void> {
  await openUPlotPage(page, url);
  await page.evaluate(`(() => {
    const panels = ${JSON.stringify(panels)};
    const width = 690;
    const height = Math.floor(640 / panels.length);
    const colours = ['#d1495b', '#0077b6', '#e07a00', '#6a4c93'];
    const shown = panels.map((labels) => ({
      labels,
      data: [[], ...labels.map(() => [])],
      chart: new uPlot({
        width, height, cursor: { show: false }, legend: { show: false },
        scales: { x: { time: true } },
        series: [{}, ...labels.map((label, index) => ({ label, stroke: colours[index % 4], width: 1.5, points: { show: false } }))],
      }, [[], ...labels.map(() => [])], document.body),
    }));
    window.heard = 0;
    new EventSource('/app/v1/events').addEventListener('readings', ({ data }) => {
      const { timestamp, values } = JSON.parse(data);
      const at = Date.parse(timestamp) / 1000;
      window.heard += 1;
      for (const { labels, data: columns } of shown) {
        columns[0].push(at);
        labels.forEach((label, index) => columns[index + 1].push(values[label].magnitude));
        while (columns[0][0] < at - ${windowMs / 1000} - 1) for (const column of columns) column.shift();
      }
    });
    const draw = () => {
      const now = Date.now() / 1000 - 0.1;
      for (const { chart, data } of shown) {
        chart.batch(() => {
          chart.setData(data, false);
          chart.setScale('x', { min: now - ${windowMs / 1000}, max: now });
        });
      }
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
  })()`);
  await page.waitForFunction('window.heard > 0');
}
