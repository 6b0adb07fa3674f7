/** The functions and constants of a formula, as people read them (computed-channels.md#functions). */

export interface FormulaFunction {
  name: string;
  /** Comma-separated; optional ones in brackets, `...` for any number. */
  parameters: string;
  group: 'Numbers' | 'Angles' | 'Air' | 'Over time';
  /** One sentence. */
  help: string;
}

export const FORMULA_FUNCTIONS = [
  { name: 'abs', parameters: 'x', group: 'Numbers', help: 'Value without its sign.' },
  { name: 'sqrt', parameters: 'x', group: 'Numbers', help: 'Square root.' },
  { name: 'exp', parameters: 'x', group: 'Numbers', help: 'e to the power of x.' },
  { name: 'ln', parameters: 'x', group: 'Numbers', help: 'Natural logarithm.' },
  { name: 'log10', parameters: 'x', group: 'Numbers', help: 'Logarithm to base 10.' },
  { name: 'pow', parameters: 'x, y', group: 'Numbers', help: 'x to the power of y, as x ^ y.' },
  { name: 'min', parameters: 'x, ...', group: 'Numbers', help: 'Smallest of the values.' },
  { name: 'max', parameters: 'x, ...', group: 'Numbers', help: 'Largest of the values.' },
  { name: 'mean', parameters: 'x, ...', group: 'Numbers', help: 'Arithmetic mean of the values.' },
  {
    name: 'median',
    parameters: 'x, ...',
    group: 'Numbers',
    help: 'Middle of the sorted values, or mean of the two middle ones.',
  },
  { name: 'clamp', parameters: 'x, low, high', group: 'Numbers', help: 'x, but at least low and at most high.' },
  {
    name: 'round',
    parameters: 'x[, decimals]',
    group: 'Numbers',
    help: 'Rounded to 0 or more decimals; half away from zero.',
  },
  { name: 'floor', parameters: 'x', group: 'Numbers', help: 'Largest whole number that is not above x.' },
  { name: 'ceil', parameters: 'x', group: 'Numbers', help: 'Smallest whole number that is not below x.' },
  { name: 'sin', parameters: 'x', group: 'Angles', help: 'Sine; x in radians.' },
  { name: 'cos', parameters: 'x', group: 'Angles', help: 'Cosine; x in radians.' },
  { name: 'tan', parameters: 'x', group: 'Angles', help: 'Tangent; x in radians.' },
  { name: 'asin', parameters: 'x', group: 'Angles', help: 'Arcsine in radians.' },
  { name: 'acos', parameters: 'x', group: 'Angles', help: 'Arccosine in radians.' },
  { name: 'atan', parameters: 'x', group: 'Angles', help: 'Arctangent in radians.' },
  { name: 'atan2', parameters: 'y, x', group: 'Angles', help: 'Angle of the point (x, y) in radians, -pi to pi.' },
  { name: 'dew_point', parameters: 't, rh', group: 'Air', help: 'Dew point in °C; t in °C, rh in %.' },
  {
    name: 'wet_bulb',
    parameters: 't, rh[, p]',
    group: 'Air',
    help: 'Wet-bulb temperature in °C; t in °C, rh in %, p in Pa (101325).',
  },
  { name: 'absolute_humidity', parameters: 't, rh', group: 'Air', help: 'Water vapor in g/m³; t in °C, rh in %.' },
  {
    name: 'mixing_ratio',
    parameters: 't, rh, p',
    group: 'Air',
    help: 'Water vapor in g per kg of dry air; t in °C, rh in %, p in Pa.',
  },
  {
    name: 'vapour_pressure_deficit',
    parameters: 't, rh',
    group: 'Air',
    help: 'Pressure missing to saturation in kPa; t in °C, rh in %.',
  },
  {
    name: 'air_density',
    parameters: 't, rh, p',
    group: 'Air',
    help: 'Density of moist air in kg/m³; t in °C, rh in %, p in Pa.',
  },
  {
    name: 'sea_level_pressure',
    parameters: 'p, altitude, t',
    group: 'Air',
    help: 'Pressure p at sea level, in the unit of p; altitude in m, t in °C.',
  },
  {
    name: 'mean_over',
    parameters: 'x, duration',
    group: 'Over time',
    help: 'Mean of the readings of the last duration seconds.',
  },
  {
    name: 'min_over',
    parameters: 'x, duration',
    group: 'Over time',
    help: 'Smallest reading of the last duration seconds.',
  },
  {
    name: 'max_over',
    parameters: 'x, duration',
    group: 'Over time',
    help: 'Largest reading of the last duration seconds.',
  },
  {
    name: 'stddev_over',
    parameters: 'x, duration',
    group: 'Over time',
    help: 'Sample standard deviation of the last duration seconds.',
  },
  {
    name: 'rate',
    parameters: 'x, duration',
    group: 'Over time',
    help: 'Change per second: slope of the line through the last duration seconds.',
  },
  {
    name: 'integral',
    parameters: 'x',
    group: 'Over time',
    help: 'Time integral in the unit of x times seconds, since the last reset.',
  },
  {
    name: 'degree_hours',
    parameters: 'x, limit',
    group: 'Over time',
    help: 'Time integral of x above limit in the unit of x times hours, since the last reset.',
  },
  {
    name: 'mkt',
    parameters: 'x, duration[, energy]',
    group: 'Over time',
    help: 'Mean kinetic temperature in °C of the last duration seconds; energy in kJ/mol (83.144).',
  },
] as const satisfies readonly FormulaFunction[];

/** Durations are in seconds, so that `24 * hour` is one. */
export const FORMULA_CONSTANTS = [
  { name: 'pi', value: Math.PI, help: 'Circumference of a circle by its diameter.' },
  { name: 'e', value: Math.E, help: 'Base of the natural logarithm.' },
  { name: 'second', value: 1, help: '1 s.' },
  { name: 'minute', value: 60, help: '60 s.' },
  { name: 'hour', value: 3600, help: '3600 s.' },
  { name: 'day', value: 86_400, help: '86400 s.' },
] as const;
