/** Colors and font of the theme, in the canvas' syntax. */
export interface Palette {
  /** `--series-1` to `--series-6`. */
  readonly series: readonly string[];
  /** The same, translucent, for bands between minimum and maximum. */
  readonly bands: readonly string[];
  readonly softLine: string;
  readonly dim: string;
  /** Font of the axes. */
  readonly font: string;
}

/** Opacity of bands, in percent. */
export const BAND_PERCENT = 24;

const SERIES = [1, 2, 3, 4, 5, 6];

/** Reads the palette of an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const series = SERIES.map((number) => read(`--series-${number}`));
  return {
    series,
    bands: series.map((colour) => `color-mix(in srgb, ${colour} ${BAND_PERCENT}%, transparent)`),
    softLine: read('--soft-line'),
    dim: read('--dim'),
    font: `11px ${read('--sans') || 'sans-serif'}`,
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
