import { Dialog } from '@base-ui/react/dialog';
import { BellRing, Expand, X } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { deviceKey } from '../../../../service/contract/index.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { formatAge, NO_VALUE } from '../../../data/format/numbers.ts';
import { getOwn } from '../../../data/get-own.ts';
import { useDevice, useDeviceAlarms, useDisplayUnits, useServiceNow } from '../../../data/react.ts';
import './full-screen-values.css';

/** Characters of a unit that count for the size of the figure; a longer unit is cut. */
const UNIT_SPACE = 12;

/** A reading older than this and than three sampling periods shows its age. */
const OLD_MS = 2000;

function ValueTile({ channel }: { channel: SelectableChannel }) {
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
        style={
          { '--digits': Math.max(4, text.length) + Math.min(UNIT_SPACE, shown.unit.length) * 0.4 } as CSSProperties
        }
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
  if (!value) return { text, state: getOwn(reasons, ref.channel) ?? 'No valid readings' };
  const age = now - Date.parse(value.timestamp);
  const isOld = age > Math.max(OLD_MS, 3 * (present?.period_ms ?? 0));
  return { text, state: isOld ? `Latest reading ${formatAge(age)} ago` : '' };
}

/** At least as many columns as rows. */
function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(count));
}

export function FullScreenValues({ shown, onClose }: { shown: readonly SelectableChannel[]; onClose: () => void }) {
  useEffect(holdWakeLock, []);
  useEffect(() => leaveFullScreen, []);
  const [problem, setError] = useState('');
  const enter = (): void => {
    document.documentElement.requestFullscreen().catch(() => {
      setError('Full screen is not available here. Try the browser’s full-screen key, usually F11.');
    });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="big-view" style={{ '--columns': columnsFor(shown.length) } as CSSProperties}>
          <Dialog.Title className="visually-hidden">Large values</Dialog.Title>
          <div className="big-bar">
            <button type="button" className="button" onClick={enter}>
              <Expand aria-hidden size={14} /> Full screen
            </button>
            <Dialog.Close className="button">
              <X aria-hidden size={14} /> Close
            </Dialog.Close>
          </div>
          <output className="big-problem">{problem}</output>
          <ul className="big-figures">
            {shown.map((channel) => (
              <ValueTile key={channel.path} channel={channel} />
            ))}
          </ul>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
}

/** Keeps the screen on while the window is visible, if the browser allows it. @returns the function that ends this */
function holdWakeLock(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isEnded = false;
  const requestLock = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isEnded) await given.release();
      else lock = given;
    } catch {
      // Refused, for example on a low battery: the screen turns off as usual.
    }
  };
  const onVisible = (): void => void requestLock();
  // The browser releases the lock when the window is hidden.
  document.addEventListener('visibilitychange', onVisible);
  void requestLock();
  return () => {
    isEnded = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
