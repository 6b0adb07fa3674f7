/** How lines look: a channel keeps its colour everywhere, and lines that meet in one panel differ by more than it. */

/** The colours of the common quantities; the others take what is free. */
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

/** Lines that meet in one panel (one unit) differ by these too, in the order of the channels. */
const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [14, 4]];

export interface Look {
  /** Series 0 to 5. */
  colour: number;
  /** Dash pattern in pixels, empty for a solid line. */
  dash: readonly number[];
}

/** The looks of channels that are drawn together, by name and unit. The same list always gives the same answer. */
export function looksOf(channels: readonly { label: string; unit: string }[]): Look[] {
  const done: (Look & { unit: string })[] = [];
  for (const { label, unit } of channels) {
    const panel = done.filter((look) => look.unit === unit);
    const taken = new Set(panel.map(({ colour }) => colour));
    const wanted = PREFERRED[label] ?? PREFERRED[label.replace(/_\d+$/, '')] ?? done.length % COLOURS;
    const order = Array.from({ length: COLOURS }, (_, step) => (wanted + step) % COLOURS);
    const colour = order.find((candidate) => !taken.has(candidate)) ?? (wanted + panel.length) % COLOURS;
    // With each round of the colours the dashes move on: the seventh line is not the first again.
    const dash = DASHES[(panel.length + Math.floor(panel.length / COLOURS)) % DASHES.length] ?? [];
    done.push({ unit, colour, dash });
  }
  return done;
}
