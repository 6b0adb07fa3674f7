/** One channel as a large figure. */
import { BellRing } from 'lucide-react';
import type { CSSProperties } from 'react';
import { kindWords } from '../../../data/alarms/words.ts';
import type { KnownChannel } from '../../../data/compare/known-channels.ts';
import { deviceKey } from '../../../data/devices/key.ts';
import { formatAge, NO_VALUE } from '../../../data/format/numbers.ts';
import { ownMember } from '../../../data/own-member.ts';
import { useDevice, useDeviceAlarms, useServiceNow } from '../../../data/react.ts';
import { useDisplayUnits } from '../../../data/units/index.ts';

/** A unit that is longer is cut: the value stays large. In characters. */
const UNIT_ROOM = 12;

/** A reading that is older than this, and than three periods, is said to be old. In milliseconds. */
const OLD_MS = 2000;

export function Figure({ channel }: { channel: KnownChannel }) {
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
          {simulated && ' · simulated'}
        </span>
      </p>
      {/* By its length: digits are of one width, so nothing jumps while the value changes. */}
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
            <BellRing aria-hidden size="0.9em" /> Alarm: {kindWords(alarm, shown)}
          </span>
        ))}
        {state}
      </p>
    </li>
  );
}

/** The value as text, and in words what is wrong with it; no words where nothing is. */
function usePresent({ ref, unit }: KnownChannel): { text: string; state: string } {
  const record = useDevice(deviceKey(ref));
  const now = useServiceNow();
  const units = useDisplayUnits();
  const present = record && ownMember(record.device.device.channels, ref.channel);
  const value = present?.value ?? null;
  const text = units.of(unit).format(value?.magnitude ?? null, ref.channel);
  if (!record || record.gone) return { text: NO_VALUE, state: 'Not attached' };
  const { reasons, state, last_reading } = record.device;
  if (state === 'silent' && last_reading) {
    return { text, state: `No data, ${formatAge(now - Date.parse(last_reading))}` };
  }
  if (!value) return { text, state: ownMember(reasons, ref.channel) ?? 'No valid reading' };
  const age = now - Date.parse(value.timestamp);
  const isOld = age > Math.max(OLD_MS, 3 * (present?.period_ms ?? 0));
  return { text, state: isOld ? `${formatAge(age)} old` : '' };
}
