/** Colors of series that differ in both themes (`--series-1` and following); further series differ by dash. */
export const SERIES_COLORS = 10;

/** The CSS color of a series. @param color index from 0; larger numbers wrap around */
export function seriesColor(color: number): string {
  return `var(--series-${(color % SERIES_COLORS) + 1})`;
}

/** Colors and font family of the theme, in the canvas' syntax. */
export interface Palette {
  /** `--series-1` and following. */
  readonly series: readonly string[];
  readonly softLine: string;
  readonly dim: string;
  /** For limits of alarms. */
  readonly bad: string;
  /** Behind the plots. */
  readonly background: string;
  /** Font family of the axes. */
  readonly fonts: string;
}

/** Reads the palette of an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    series: Array.from({ length: SERIES_COLORS }, (_, index) => read(`--series-${index + 1}`)),
    softLine: read('--soft-line'),
    dim: read('--dim'),
    bad: read('--bad'),
    background: read('--panel'),
    fonts: read('--sans') || 'sans-serif',
  };
}

/** Calls back when the page's or the system's theme may have changed. @returns unsubscribes */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onChange);
  };
}
