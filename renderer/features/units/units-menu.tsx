import { Popover } from '@base-ui/react/popover';
import { Ruler } from 'lucide-react';
import { conversionsOf } from '../../../service/contract/index.ts';
import { useAction } from '../../components/config-editor/use-action.ts';
import { SelectField } from '../../components/form/select-field.tsx';
import { useLive, useReadable } from '../../data/react.ts';
import type { UnitChoices } from '../../data/units/display-units.ts';
import { quantityLabel, unitWithWord } from './unit-labels.ts';
import './units-menu.css';

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
        // The contract's unit is the default and not stored.
        const others = Object.entries(present).filter(([other]) => other !== unit);
        const chosen = shown === unit ? others : [...others, [unit, shown] as const];
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
          value={choices[unit] ?? unit}
          disabled={busy || !known}
          onChange={(event) => void choose(unit, event.target.value)}
          options={[unit, ...conversionsOf(unit).map((conversion) => conversion.unit)].map((shown) => ({
            value: shown,
            word: unitWithWord(shown),
          }))}
        />
      ))}
      <p role="alert" className="field-error">
        {failure?.message}
      </p>
      <p className="dim">Applies to all windows. The API, MQTT and exported files use the device’s original units.</p>
    </>
  );
}
