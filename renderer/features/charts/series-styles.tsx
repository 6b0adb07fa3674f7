import { getOwn } from '../../data/get-own.ts';
import { SERIES_COLORS, seriesColor } from './drawing/palette.ts';

/** Colors of common quantities; others get a free one. */
const PREFERRED: Readonly<Record<string, number>> = {
  temperature: 0,
  dew_point: 1,
  humidex: 2,
  atmospheric_pressure: 3,
  relative_humidity: 4,
  heat_index: 5,
  altitude: 5,
  pressure: 3,
  differential_pressure: 1,
  co2: 5,
  illuminance: 2,
};

/** Lines in one panel differ by dash too, in the order of the channels. */
const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];

export interface SeriesStyle {
  /** Index from 0 (`seriesColor`). */
  color: number;
  /** Dash pattern in pixels, empty for a solid line. */
  dash: readonly number[];
}

/** Styles of channels that are drawn together. The same list always gets the same styles. */
export function seriesStyles(channels: readonly { label: string; unit: string }[]): SeriesStyle[] {
  const done: (SeriesStyle & { unit: string })[] = [];
  for (const { label, unit } of channels) {
    const panel = done.filter((style) => style.unit === unit);
    const wanted = getOwn(PREFERRED, label.replace(/_\d+$/, '')) ?? done.length % SERIES_COLORS;
    done.push({ unit, ...freeStyle(panel, wanted) });
  }
  return done;
}

/** A color that the panel does not use, with the dash of its position; once all are used, an unused pair. */
function freeStyle(panel: readonly SeriesStyle[], wanted: number): SeriesStyle {
  const colors = Array.from({ length: SERIES_COLORS }, (_, step) => (wanted + step) % SERIES_COLORS);
  const dashes = DASHES.map((_, step) => DASHES[(panel.length + step) % DASHES.length] ?? []);
  const fresh = colors.filter((color) => panel.every((style) => style.color !== color));
  for (const dash of dashes) {
    for (const color of fresh.length > 0 ? fresh : colors) {
      if (panel.every((style) => style.color !== color || style.dash !== dash)) return { color, dash };
    }
  }
  return { color: wanted, dash: [] };
}

/** A sample of a line, beside its name. */
export function Swatch({ series: { color, dash } }: { series: SeriesStyle }) {
  return (
    <svg className="chart-swatch" width="18" height="4" aria-hidden="true">
      <line
        x1="0"
        x2="18"
        y1="2"
        y2="2"
        stroke={seriesColor(color)}
        strokeWidth="2.5"
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}
