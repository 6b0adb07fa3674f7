/** How an instrument fares that was told to speak the other protocol. */
import type { Trouble } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import type { ModeSwitch } from '../../../data/devices/mode-switches.ts';
import { deviceName, MODE_WORDS, OTHER_MODE } from '../../../data/devices/words.ts';
import { formatMoment } from '../../../data/format/numbers.ts';
import { useLive } from '../../../data/react.ts';
import { concerns } from '../concerns.ts';
import { TroubleTexts, useTroubles } from '../trouble-texts.tsx';
import { RestartingFor } from './restarting-for.tsx';

export interface SwitchNoticeProps {
  record: DeviceRecord;
  change: ModeSwitch;
}

export function SwitchNotice({ record, change }: SwitchNoticeProps) {
  const { switches } = useLive();
  const close = (): void => switches.forget(record.key);
  const mode = MODE_WORDS[change.wanted];
  if (change.phase === 'restarting') return <Restarting change={change} />;
  if (change.phase === 'overdue') return <Overdue change={change} onClose={close} />;
  return (
    <Notice tone="warning" title="It did not take the switch" onClose={close}>
      <p>
        It was told to restart in {mode} mode, but is in {MODE_WORDS[OTHER_MODE[change.wanted]]} mode as before. Unplug
        it and plug it in again; if it still is then, switch it once more.
      </p>
    </Notice>
  );
}

/** For screen readers: what has happened, in a few words. */
export function switchHeadline({ device }: DeviceRecord, { phase, wanted }: ModeSwitch): string {
  const name = deviceName(device);
  if (phase === 'overdue') return `${name} has not come back`;
  if (phase === 'unchanged') return `${name} did not take the switch`;
  return `${name} is restarting in ${MODE_WORDS[wanted]} mode`;
}

function Restarting({ change }: { change: ModeSwitch }) {
  return (
    <Notice tone="info" title={<RestartingFor change={change} />}>
      <p>
        It is away for a few seconds and comes back here by itself. What it measured until then stays below; the charts
        show a gap.
      </p>
      <TroubleTexts troubles={useTroublesSince(change)} />
    </Notice>
  );
}

function Overdue({ change, onClose }: { change: ModeSwitch; onClose: () => void }) {
  const troubles = useTroublesSince(change);
  return (
    <Notice tone="warning" title="It has not come back" onClose={onClose}>
      <p>
        It was told to restart in {MODE_WORDS[change.wanted]} mode at {formatMoment(change.since)}.{' '}
        {troubles.length > 0
          ? 'What the service has noticed since then may be why:'
          : 'Unplug it and plug it in again: it keeps the setting, and comes back here by itself.'}
      </p>
      <TroubleTexts troubles={troubles} />
    </Notice>
  );
}

/** What the service noticed since then may be why it does not show: its new port may not be opened, for example. */
function useTroublesSince(change: ModeSwitch): readonly Trouble[] {
  const { offset } = useLive().clock;
  return useTroubles((trouble) => isSince(trouble, change, offset));
}

/** Two clocks count as one within this, in milliseconds. */
const TOLERANCE_MS = 1000;

/** @param offset how far the service's clock is ahead, in milliseconds */
function isSince(trouble: Trouble, { serial, since }: ModeSwitch, offset: number): boolean {
  if (!/^(usb|port)-/.test(trouble.code)) return false;
  return concerns(trouble, serial) || Date.parse(trouble.since) > since + offset - TOLERANCE_MS;
}
