import type { Problem } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { deviceName, MODE_WORDS, OPPOSITE_MODE } from '../../../data/devices/labels.ts';
import type { ModeSwitch } from '../../../data/devices/mode-switch-tracker.ts';
import { formatCount, formatTimestamp } from '../../../data/format/numbers.ts';
import { useLive, useNow } from '../../../data/react.ts';
import { isAboutDevice, ProblemTexts, useProblems } from '../problem-texts.tsx';

export function SwitchNotice({ record, change }: { record: DeviceRecord; change: ModeSwitch }) {
  const { switches } = useLive();
  const close = (): void => switches.remove(record.key);
  const mode = MODE_WORDS[change.wanted];
  const other = MODE_WORDS[OPPOSITE_MODE[change.wanted]];
  if (change.phase === 'restarting') return <Restarting change={change} />;
  const title = switchHeadline(record, change);
  if (change.phase === 'overdue') return <Overdue title={title} change={change} onClose={close} />;
  return (
    <Notice tone="warning" title={title} onClose={close}>
      <p>
        The device was restarted in {mode} mode but is still in {other} mode. {SWITCH_REMEDIES.unchanged}
      </p>
    </Notice>
  );
}

/** What to do after a switch that did not succeed. */
export const SWITCH_REMEDIES = {
  overdue: 'Unplug the device and plug it in again.',
  unchanged: 'Unplug the device and plug it in again. If it does not change mode, switch again.',
} as const;

/** The state of the switch in a few words; announced to screen readers. */
export function switchHeadline({ device }: DeviceRecord, { phase, wanted }: ModeSwitch): string {
  const name = deviceName(device);
  if (phase === 'overdue') return `${name} did not reconnect`;
  if (phase === 'unchanged') return `${name} did not change mode`;
  return `Restarting ${name} in ${MODE_WORDS[wanted]} mode`;
}

function Restarting({ change }: { change: ModeSwitch }) {
  return (
    <Notice tone="info" title={<RestartProgress change={change} />}>
      <p>The device reconnects automatically. Earlier readings remain below; the charts show a gap.</p>
      <ProblemTexts problems={useProblemsSince(change)} />
    </Notice>
  );
}

function Overdue({ title, change, onClose }: { title: string; change: ModeSwitch; onClose: () => void }) {
  const problems = useProblemsSince(change);
  return (
    <Notice tone="warning" title={title} onClose={onClose}>
      <p>
        The device was restarted in {MODE_WORDS[change.wanted]} mode at {formatTimestamp(change.since)}.{' '}
        {problems.length > 0
          ? 'Possible cause:'
          : `${SWITCH_REMEDIES.overdue} It then appears here in ${MODE_WORDS[change.wanted]} mode.`}
      </p>
      <ProblemTexts problems={problems} />
    </Notice>
  );
}

/** Problems since the switch may explain it, such as a new port without permissions. */
function useProblemsSince(change: ModeSwitch): readonly Problem[] {
  const { offset } = useLive().clock;
  return useProblems((problem) => isSince(problem, change, offset));
}

/** Difference at which two clocks count as equal. */
const TOLERANCE_MS = 1000;

/** @param offset how far the service's clock is ahead, in milliseconds */
function isSince(problem: Problem, { serial, since }: ModeSwitch, offset: number): boolean {
  if (!/^(usb|port)-/.test(problem.code)) return false;
  return isAboutDevice(problem, serial) || Date.parse(problem.since) > since + offset - TOLERANCE_MS;
}

export function RestartProgress({ change }: { change: ModeSwitch }) {
  const seconds = Math.max(0, Math.floor((useNow() - change.since) / 1000));
  return `Restarting in ${MODE_WORDS[change.wanted]} mode (${formatCount(seconds)} s)`;
}
