import { MODE_WORDS } from '../../../data/devices/labels.ts';
import type { ModeSwitch } from '../../../data/devices/mode-switch-tracker.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { useNow } from '../../../data/react.ts';

export function RestartProgress({ change }: { change: ModeSwitch }) {
  const seconds = Math.max(0, Math.floor((useNow() - change.since) / 1000));
  return `Restarting in ${MODE_WORDS[change.wanted]} mode (${formatCount(seconds)} s)`;
}
