/** `node build/icons/render.ts` renders the PNG icons from their SVGs with Chromium. Run after changing an SVG. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Each PNG: its name without extension, the name of the SVG, the edge in pixels. */
const ICONS: readonly (readonly [png: string, svg: string, edge: number])[] = [
  ...[16, 32, 48, 64, 128, 256, 512, 1024].map((edge) => [`icon-${edge}`, 'icon', edge] as const),
  ...['measuring', 'problem', 'idle', 'alarm'].flatMap(
    (state) =>
      [
        [`tray-${state}`, `tray-${state}`, 22],
        [`tray-${state}@2x`, `tray-${state}`, 44],
        [`tray-${state}Template`, `tray-${state}Template`, 18],
        [`tray-${state}Template@2x`, `tray-${state}Template`, 36],
      ] as const,
  ),
];

async function render(browser: Browser, [png, svg, edge]: (typeof ICONS)[number]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: edge, height: edge } });
  const drawing = await readFile(join(import.meta.dirname, `${svg}.svg`), 'utf8');
  await page.setContent(
    `<style>html,body{margin:0}svg{display:block;width:${edge}px;height:${edge}px}</style>${drawing}`,
  );
  await page.screenshot({ path: join(import.meta.dirname, `${png}.png`), omitBackground: true });
  await page.close();
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
for (const icon of ICONS) await render(browser, icon);
await browser.close();
