/** For readers who do not know the symbol, and for screen readers. */
const WORDS: Readonly<Record<string, string>> = {
  '°C': 'degrees Celsius',
  '°F': 'degrees Fahrenheit',
  K: 'kelvins',
  kPa: 'kilopascals',
  Pa: 'pascals',
  hPa: 'hectopascals',
  bar: 'bars',
  mbar: 'millibars',
  psi: 'pounds per square inch',
  inHg: 'inches of mercury',
  mmHg: 'millimeters of mercury',
  'inH₂O': 'inches of water',
  'mmH₂O': 'millimeters of water',
  mm: 'millimeters',
  m: 'meters',
  ft: 'feet',
  '%': 'percent',
  ppm: 'parts per million',
  ppb: 'parts per billion',
  'µg/m³': 'micrograms per cubic meter',
  'mg/m³': 'milligrams per cubic meter',
  '#/cm³': 'particles per cubic centimeter',
  '#/m³': 'particles per cubic meter',
  '#/ft³': 'particles per cubic foot',
  µm: 'micrometers',
  nm: 'nanometers',
  lx: 'lux',
  klx: 'kilolux',
  fc: 'footcandles',
  'µW/cm²': 'microwatts per square centimeter',
  'mW/cm²': 'milliwatts per square centimeter',
  'W/m²': 'watts per square meter',
  V: 'volts',
  mV: 'millivolts',
  kV: 'kilovolts',
  A: 'amperes',
  mA: 'milliamperes',
  W: 'watts',
  mW: 'milliwatts',
  kW: 'kilowatts',
  Hz: 'hertz',
  kHz: 'kilohertz',
  MHz: 'megahertz',
  'm/s': 'meters per second',
  'km/h': 'kilometers per hour',
  mph: 'miles per hour',
  kn: 'knots',
  'ft/s': 'feet per second',
};

/** What the units with alternatives measure (`DISPLAY_UNITS`). */
const QUANTITIES: Readonly<Record<string, string>> = {
  '°C': 'Temperature',
  kPa: 'Pressure',
  mm: 'Altitude',
  '%': 'Gas concentration',
  ppm: 'Gas concentration',
  ppb: 'Volatile organic compounds',
  'µg/m³': 'Particle mass',
  '#/cm³': 'Particle count',
  µm: 'Particle size',
  lx: 'Illuminance',
  'µW/cm²': 'UV irradiance',
  V: 'Voltage',
  A: 'Electric current',
  W: 'Power',
  Hz: 'Frequency',
  'm/s': 'Air speed',
};

/** `Temperature (°C)`; the unit alone where the quantity is not known. */
export function quantityLabel(unit: string): string {
  const quantity = Object.hasOwn(QUANTITIES, unit) ? QUANTITIES[unit] : undefined;
  return quantity ? `${quantity} (${unit})` : unit;
}

/** `°C (degrees Celsius)` */
export function unitWithWord(unit: string): string {
  const word = Object.hasOwn(WORDS, unit) ? WORDS[unit] : undefined;
  return word ? `${unit} (${word})` : unit;
}
