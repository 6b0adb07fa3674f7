import type { RunPlan } from '../../../../service/contract/index.ts';
import { navigateTo } from '../../../app/guarded-location.ts';
import { showToast } from '../../../app/toasts.tsx';
import type { Live } from '../../../data/live.ts';
import { RequestError } from '../../../data/requests.ts';
import { startPlannedRun } from '../../../data/runs/plan-requests.ts';
import { runRoute } from '../routes.ts';

/** Starts a run of an automatic run now; a message leads to it, or has the reason of a failure. */
export async function startPlan({ runs }: Live, { id, plan }: RunPlan): Promise<void> {
  try {
    const run = await startPlannedRun(id);
    runs.accept(run);
    showToast({
      title: `Started the run “${run.name}”`,
      action: { word: 'Show run', run: () => navigateTo(runRoute(run.id)) },
    });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot start a run of “${plan.name}”`, text: error.message });
  }
}
