import type { Run } from '../../../service/contract/index.ts';
import { useServiceNow } from '../../data/react.ts';
import { isActive, runLengthMs } from '../../data/runs/labels.ts';
import { formatDelta } from '../charts/data/measurement.ts';

type Timed = Pick<Run, 'from' | 'to'>;

/** `2 h 5 min 12 s`; of an active run it counts on. */
export function RunLength({ run }: { run: Timed }) {
  return isActive(run) ? <GrowingLength run={run} /> : formatDelta(runLengthMs(run, 0));
}

function GrowingLength({ run }: { run: Timed }) {
  return formatDelta(runLengthMs(run, useServiceNow()));
}
