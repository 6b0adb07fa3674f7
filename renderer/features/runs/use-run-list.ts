import { useEffect, useState } from 'react';
import { type Run, runStart } from '../../../service/contract/index.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { isActive, matchesRun } from '../../data/runs/labels.ts';
import { fetchRuns } from '../../data/runs/requests.ts';
import { RunListReader, type RunListReading } from '../../data/runs/run-list-reader.ts';

export interface RunList extends Omit<RunListReading, 'listed'>, Pick<RunListReader, 'retry' | 'showMore'> {
  /** The active ones first, each newest first; undefined until the service has answered. */
  rows: readonly Run[] | undefined;
}

/** Runs that match a search, listed again when one of them changes. */
export function useRunList(search: string): RunList {
  const { runs, connection } = useLive();
  const known = useReadable(runs.known);
  const [reader] = useState(() => new RunListReader(fetchRuns));
  useEffect(() => {
    const follow = (): void => {
      if (connection.get().state === 'live') reader.refresh();
    };
    follow();
    const ends = [runs.known.subscribe(follow), connection.subscribe(follow)];
    return () => {
      for (const end of ends) end();
      reader.stop();
    };
  }, [runs, connection, reader]);
  useEffect(() => reader.search(search), [reader, search]);
  const { listed, ...reading } = useReadable(reader.reading);
  const active = [...known.values()]
    .flatMap(({ view, gone }) => (!gone && isActive(view) && matchesRun(view, reading.search) ? [view] : []))
    .toSorted((a, b) => runStart(b) - runStart(a));
  const finished = listed?.runs.flatMap((run) => {
    // The event of a change may be here before the list.
    const record = known.get(String(run.id));
    const present = record && !record.gone ? record.view : run;
    return isActive(present) ? [] : [present];
  });
  return { ...reading, rows: finished && [...active, ...finished], retry: reader.retry, showMore: reader.showMore };
}
