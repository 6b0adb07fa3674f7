/** Actions of a run for its page, the bar and the palette: each reports its failure. */
import type { Run } from '../../../service/contract/index.ts';
import { captureLocation, forceNavigate, navigateTo } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import type { Live } from '../../data/live.ts';
import { RequestError } from '../../data/requests.ts';
import { isActive } from '../../data/runs/labels.ts';
import { removeRun, restoreRun } from '../../data/runs/requests.ts';
import { type Readable, ValueStore } from '../../data/store.ts';
import { RUNS_ROUTE, runRoute } from './routes.ts';

const stopping = new ValueStore<Run | null>(null);

/** The run that the user is asked about; null without a question. */
export const stopQuestion: Readable<Run | null> = stopping;

/** Opens the question before a run is stopped: a stopped one cannot be continued. */
export function confirmStop(run: Run): void {
  stopping.set(run);
}

export function closeStopQuestion(): void {
  stopping.set(null);
}

/** Deletes a run without a question, and shows all others; a message offers Undo. */
export async function deleteRun({ runs }: Live, run: Run): Promise<void> {
  const isHere = captureLocation();
  try {
    await removeRun(run.id);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot delete the run “${run.name}”`, text: error.message });
    return;
  }
  runs.acceptRemoval(String(run.id));
  if (isHere()) forceNavigate(RUNS_ROUTE);
  showToast({
    title: `Deleted the run “${run.name}”`,
    text: isActive(run)
      ? 'It was stopped. Undo restores it as a finished run.'
      : 'After 10 minutes, retention applies to its readings.',
    action: { word: 'Undo', run: () => void undoDeletion(runs, run) },
  });
}

async function undoDeletion(runs: Live['runs'], { id, name }: Run): Promise<void> {
  try {
    runs.accept(await restoreRun(id));
    navigateTo(runRoute(id));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot undo the deletion of the run “${name}”`, text: error.message });
  }
}
