import { useCallback, useEffect, useRef } from 'react';
import type { Run, RunStatistics } from '../../../../service/contract/index.ts';
import { type Polled, usePolled } from '../../../data/history/use-polled.ts';
import { isActive } from '../../../data/runs/labels.ts';
import { fetchRunStatistics } from '../../../data/runs/requests.ts';

/** Of an active run, in milliseconds: pause between a response and the next request. */
const ACTIVE_MS = 3000;

/** Of a finished one, whose readings may still arrive or be deleted. */
const FINISHED_MS = 300_000;

/** Requested again when the channels or the range change. */
export function useRunStatistics(run: Run): Polled<RunStatistics> {
  const { id, channels, from, to } = run;
  const request = useCallback((signal: AbortSignal) => fetchRunStatistics(id, signal), [id]);
  const polled = usePolled(request, isActive(run) ? ACTIVE_MS : FINISHED_MS);
  const { refresh } = polled;
  const shape = JSON.stringify([channels, from, to]);
  const requested = useRef(shape);
  useEffect(() => {
    if (requested.current === shape) return;
    requested.current = shape;
    refresh();
  }, [shape, refresh]);
  return polled;
}
