import { useState } from 'react';
import { conversionsOf, DISPLAY_UNITS } from '../../../../service/contract/index.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { UnitsForm } from '../../units/units-menu.tsx';

/** Units of connected devices, and units with a choice. */
function useUnitsInUse(): string[] {
  const { devices, settings } = useLive();
  const records = useReadable(devices.list);
  const chosen = Object.keys(useReadable(settings.all)?.display_units ?? {});
  const measured = records.flatMap(({ device }) => channelsOf(device).map(({ unit }) => unit));
  return [...new Set([...measured, ...chosen])].filter((unit) => conversionsOf(unit).length > 0);
}

export function Units() {
  const [isAll, setAll] = useState(false);
  const used = useUnitsInUse();
  const all = Object.keys(DISPLAY_UNITS);
  const shown = isAll ? all : used;
  return (
    <div className="form-group settings-units">
      <h3>Units</h3>
      <p className="form-hint">Display units do not change stored data or the API.</p>
      {shown.length > 0 ? (
        <div className="settings-units-form">
          <UnitsForm units={shown} />
        </div>
      ) : (
        <p className="dim">No connected device has alternative units.</p>
      )}
      <div>
        <button type="button" className="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show only units in use' : 'Show all units'}
        </button>
      </div>
    </div>
  );
}
