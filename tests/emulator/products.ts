/** What the emulated instruments are: their columns on the wire, and believable values for them. */

/** One column of a line. */
export interface Column {
  /** The title in the header line. */
  title: string;
  /** The unit as the wire spells it: `C`, `%`, `Pa`, `ppm`. */
  unit: string;
  /** The middle of the wave, in that unit. */
  base: number;
  /** The height of the wave above and below the middle. */
  swing: number;
  /** Always printed without a fraction, whatever FRAC says: pressures in Pa are. */
  whole: boolean;
}

const PRESSURE: Column = { title: 'MS5611 Pressure', unit: 'Pa', base: 101_300, swing: 400, whole: true };
const TEMPERATURE: Column = { title: 'SHT31 Temperature', unit: 'C', base: 22, swing: 3, whole: false };
const HUMIDITY: Column = { title: 'SHT31 Relative Humidity', unit: '%', base: 48, swing: 12, whole: false };

/**
 * The products known by name. Titles and order were seen on real instruments for PTH450 and for the units of TMC100k
 * and DXC100; the other titles are the sensors' long names, which instruments of the family print.
 */
export const PRODUCTS: Readonly<Record<string, readonly Column[]>> = {
  'VCP-PTH450-CAL': [PRESSURE, TEMPERATURE, HUMIDITY],
  'VCP-PTH450': [PRESSURE, TEMPERATURE, HUMIDITY],
  'VCP-PTH200': [PRESSURE, TEMPERATURE, HUMIDITY],
  'VCP-TRH450-CAL': [TEMPERATURE, HUMIDITY],
  'VCP-BAR20-CAL': [PRESSURE, { title: 'MS5611 Temperature', unit: 'C', base: 24, swing: 2, whole: false }],
  'VCP-RTD300-CAL': [{ title: '3-Wire PT100 Temperature sensor', unit: 'C', base: 121, swing: 15, whole: false }],
  'VCP-TMC100k': [
    { title: 'Type-K Thermocouple', unit: 'C', base: 310, swing: 60, whole: false },
    { title: 'Thermocouple cold junction temperature', unit: 'C', base: 24, swing: 1, whole: false },
  ],
  'VCP-DXC100': [
    PRESSURE,
    { title: 'SCD30 Temperature', unit: 'C', base: 27, swing: 2, whole: false },
    { title: 'SCD30 CO2', unit: 'ppm', base: 650, swing: 200, whole: false },
  ],
};

/**
 * Columns from text, for products that are not in the table: `Title:unit[:base[:swing]],...`.
 * @throws Error when a part has no title or unit, or a number that is none
 */
export function parseColumns(text: string): Column[] {
  return text.split(',').map((part) => {
    const [title = '', unit = '', base = '50', swing = '10'] = part.split(':').map((item) => item.trim());
    if (!title || !unit || !Number.isFinite(Number(base)) || !Number.isFinite(Number(swing))) {
      throw new Error(`"${part}" is not a column: write Title:unit, Title:unit:base or Title:unit:base:swing.`);
    }
    return { title, unit, base: Number(base), swing: Number(swing), whole: unit === 'Pa' };
  });
}
