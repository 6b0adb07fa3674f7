import { getOwn } from '../../data/get-own.ts';

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

const COLOURS = 6;

/** Lines in one panel differ by dash too, in the order of the channels. */
const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];

export interface SeriesStyle {
  /** Series 0 to 5. */
  colour: number;
  /** Dash pattern in pixels, empty for a solid line. */
  dash: readonly number[];
}

/** Styles of channels that are drawn together. The same list always gets the same styles. */
export function seriesStyles(channels: readonly { label: string; unit: string }[]): SeriesStyle[] {
  const done: (SeriesStyle & { unit: string })[] = [];
  for (const { label, unit } of channels) {
    const panel = done.filter((look) => look.unit === unit);
    const wanted = getOwn(PREFERRED, label.replace(/_\d+$/, '')) ?? done.length % COLOURS;
    done.push({ unit, ...freeLook(panel, wanted) });
  }
  return done;
}

/** A color that the panel does not use, with the dash of its position; once all are used, an unused pair. */
function freeLook(panel: readonly SeriesStyle[], wanted: number): SeriesStyle {
  const colours = Array.from({ length: COLOURS }, (_, step) => (wanted + step) % COLOURS);
  const dashes = DASHES.map((_, step) => DASHES[(panel.length + step) % DASHES.length] ?? []);
  const fresh = colours.filter((colour) => panel.every((look) => look.colour !== colour));
  for (const dash of dashes) {
    for (const colour of fresh.length > 0 ? fresh : colours) {
      if (panel.every((look) => look.colour !== colour || look.dash !== dash)) return { colour, dash };
    }
  }
  return { colour: wanted, dash: [] };
}

/** A sample of a line, beside its name. */
export function Swatch({ look: { colour, dash } }: { look: SeriesStyle }) {
  const stroke = `var(--series-${(colour % 6) + 1})`;
  return (
    <svg className="chart-swatch" width="18" height="4" aria-hidden="true">
      <line x1="0" x2="18" y1="2" y2="2" stroke={stroke} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
    </svg>
  );
}
