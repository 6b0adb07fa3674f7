import { Popover } from '@base-ui/react/popover';
import { Ruler } from 'lucide-react';
import { conversionsOf, defaultDisplayUnit, displayUnit, type UnitChoices } from '../../../service/contract/index.ts';
import { useAction } from '../../components/config-editor/use-action.ts';
import { FieldError, SelectField } from '../../components/form/field.tsx';
import { getOwn } from '../../data/get-own.ts';
import { useLive, useReadable } from '../../data/react.ts';
import './units-menu.css';

/** For readers who do not know the symbol, and for screen readers. */
const UNIT_TEXT: Readonly<Record<string, string>> = {
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
function quantityLabel(unit: string): string {
  const quantity = getOwn(QUANTITIES, unit);
  return quantity ? `${quantity} (${unit})` : unit;
}

/** `°C (degrees Celsius)` */
function unitWithWord(unit: string): string {
  const word = getOwn(UNIT_TEXT, unit);
  return word ? `${unit} (${word})` : unit;
}

export interface UnitsMenuProps {
  /** Contract units; those without alternatives are ignored. */
  units: readonly string[];
}

/** Renders nothing without alternatives. */
export function UnitsMenu({ units }: UnitsMenuProps) {
  const offered = [...new Set(units)].filter((unit) => conversionsOf(unit).length > 0);
  if (offered.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className="link-button units-trigger" aria-label="Display units">
        <Ruler aria-hidden size={13} /> Units
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Popover.Popup className="popup units-popup">
            <Popover.Title className="popup-title">Display units</Popover.Title>
            <UnitsForm units={offered} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

export function UnitsForm({ units }: UnitsMenuProps) {
  const { settings } = useLive();
  const known = useReadable(settings.all);
  const { run, busy, failure } = useAction();
  const choices: UnitChoices = known?.display_units ?? {};

  const choose = async (unit: string, shown: string): Promise<void> => {
    await run(() =>
      settings.change(({ display_units: present }) => {
        // The default is not stored.
        const others = Object.entries(present).filter(([other]) => other !== unit);
        const chosen = shown === defaultDisplayUnit(unit) ? others : [...others, [unit, shown] as const];
        return { display_units: Object.fromEntries(chosen) };
      }),
    );
  };

  return (
    <>
      {units.map((unit) => (
        <SelectField
          key={unit}
          label={quantityLabel(unit)}
          value={displayUnit(unit, getOwn(choices, unit)).unit}
          disabled={busy || !known}
          onChange={(event) => void choose(unit, event.target.value)}
          options={[unit, ...conversionsOf(unit).map((conversion) => conversion.unit)].map((shown) => ({
            value: shown,
            word: unitWithWord(shown),
          }))}
        />
      ))}
      <FieldError text={failure?.message} />
      <p className="dim">Applies to all windows. The API, MQTT and exported files use the device’s original units.</p>
    </>
  );
}
