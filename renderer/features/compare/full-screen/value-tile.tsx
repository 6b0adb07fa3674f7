import { BellRing } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { deviceKey } from '../../../data/devices/key.ts';
import { formatAge, NO_VALUE } from '../../../data/format/numbers.ts';
import { getOwn } from '../../../data/get-own.ts';
import { useDevice, useDeviceAlarms, useServiceNow } from '../../../data/react.ts';
import { useDisplayUnits } from '../../../data/units/use-display-units.ts';

/** Characters of a unit that count for the size of the figure; a longer unit is cut. */
const UNIT_ROOM = 12;

/** A reading older than this and than three sampling periods shows its age. */
const OLD_MS = 2000;

export function ValueTile({ channel }: { channel: SelectableChannel }) {
  const { ref, name, device, unit, simulated } = channel;
  const units = useDisplayUnits();
  const { text, state } = usePresent(channel);
  const alarms = useDeviceAlarms(deviceKey(ref)).filter((alarm) => alarm.channel === ref.channel);
  const shown = units.of(unit);
  return (
    <li className="big-figure" data-quiet={text === NO_VALUE || undefined} data-alarm={alarms.length > 0 || undefined}>
      <p className="big-name">
        <strong className="ellipsis">{name}</strong>
        <span className="ellipsis dim">
          {device === ref.serial ? device : `${device} · ${ref.serial}`}
          {simulated && ' · Simulated'}
        </span>
      </p>
      {/* Sized by length: all digits have the same width, so nothing jumps while the value changes. */}
      <p
        className="big-value"
        style={{ '--digits': Math.max(4, text.length) + Math.min(UNIT_ROOM, shown.unit.length) * 0.4 } as CSSProperties}
      >
        {text}
        <span className="big-unit">{shown.unit}</span>
      </p>
      <p className="big-state">
        {alarms.map((alarm) => (
          <span key={alarm.id} className="big-alarm">
            <BellRing aria-hidden size="0.9em" /> Alarm: {formatAlarmKind(alarm, shown)}
          </span>
        ))}
        {state}
      </p>
    </li>
  );
}

/** The value as text, and its problem in words; an empty state without one. */
function usePresent({ ref, unit }: SelectableChannel): { text: string; state: string } {
  const record = useDevice(deviceKey(ref));
  const now = useServiceNow();
  const units = useDisplayUnits();
  const present = record && getOwn(record.device.device.channels, ref.channel);
  const value = present?.value ?? null;
  const text = units.of(unit).format(value?.magnitude ?? null, ref.channel);
  if (!record || record.gone) return { text: NO_VALUE, state: 'Disconnected' };
  const { reasons, state, last_reading } = record.device;
  if (state === 'silent' && last_reading) {
    return { text, state: `No data for ${formatAge(now - Date.parse(last_reading))}` };
  }
  if (!value) return { text, state: getOwn(reasons, ref.channel) ?? 'No valid reading' };
  const age = now - Date.parse(value.timestamp);
  const isOld = age > Math.max(OLD_MS, 3 * (present?.period_ms ?? 0));
  return { text, state: isOld ? `Last reading ${formatAge(age)} ago` : '' };
}
