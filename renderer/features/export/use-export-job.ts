import { useEffect, useState } from 'react';
import type { ExportJob } from '../../../service/contract/index.ts';
import { download } from '../../app/download.ts';
import { type ExportChoice, exportUrl } from '../../data/history/export-request.ts';
import { cancelExport, fetchExports } from '../../data/history/requests.ts';
import { pause } from '../../data/pause.ts';
import { RequestError } from '../../data/requests.ts';

const ASK_MS = 400;

/** The browser may ask where to save before it fetches anything. */
const BEGIN_MS = 60_000;

export interface RunningExport {
  phase: 'choosing' | 'running' | 'ended';
  /** Undefined until the service knows the export. */
  job: ExportJob | undefined;
  /** An error outside the export itself; empty if none. */
  failure: string;
  start: (choice: ExportChoice) => void;
  cancel: () => void;
}

const NOT_BEGUN =
  'The download did not start. The browser may have blocked it, or other exports are running. Try again.';

function hasEnded(job: ExportJob | undefined): boolean {
  return job !== undefined && ['done', 'cancelled', 'failed'].includes(job.state);
}

export function useExportJob(): RunningExport {
  const [id, setId] = useState('');
  const [job, setJob] = useState<ExportJob>();
  const [failure, setFailure] = useState('');

  useEffect(() => {
    if (id === '') return undefined;
    const controller = new AbortController();
    void follow(id, controller.signal, setJob, setFailure);
    return () => controller.abort();
  }, [id]);

  return {
    phase: id === '' ? 'choosing' : hasEnded(job) || failure !== '' ? 'ended' : 'running',
    job,
    failure,
    start: (choice) => {
      const fresh = crypto.randomUUID();
      download(exportUrl(choice, fresh));
      setId(fresh);
    },
    cancel: () => {
      cancelExport(id).catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        setFailure(error.message);
      });
    },
  };
}

async function follow(
  id: string,
  signal: AbortSignal,
  onJob: (job: ExportJob) => void,
  onFailure: (failure: string) => void,
): Promise<void> {
  const begun = Date.now();
  let known: ExportJob | undefined;
  while (!signal.aborted && !hasEnded(known)) {
    try {
      const { exports } = await fetchExports(signal);
      if (signal.aborted) return;
      known = exports.find((job) => job.id === id);
      if (known) onJob(known);
      // The browser has not requested the file yet.
      else if (Date.now() - begun > BEGIN_MS) return onFailure(NOT_BEGUN);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RequestError)) throw error;
      return onFailure(error.message);
    }
    await pause(ASK_MS, signal).done;
  }
}
