import { formatRunDuration, type RunTimes } from '../../../service/contract/index.ts';
import { useServiceNow } from '../../data/react.ts';
import { isActive } from '../../data/runs/labels.ts';

/** `2 h 5 min 12 s`; of an active run it counts on. */
export function RunLength({ run }: { run: RunTimes }) {
  return isActive(run) ? <GrowingLength run={run} /> : formatRunDuration(run, 0);
}

function GrowingLength({ run }: { run: RunTimes }) {
  return formatRunDuration(run, useServiceNow());
}
