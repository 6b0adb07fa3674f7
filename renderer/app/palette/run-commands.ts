import type { RunPlan } from '../../../service/contract/index.ts';
import type { Live } from '../../data/live.ts';
import { isActive } from '../../data/runs/labels.ts';
import { NEW_PLAN_ROUTE, PLANS_ROUTE, planRoute } from '../../features/runs/automatic/routes.ts';
import { startPlan } from '../../features/runs/automatic/start-plan.ts';
import { NEW_RUN_ROUTE, runRoute } from '../../features/runs/routes.ts';
import { confirmStop } from '../../features/runs/run-actions.ts';
import type { Navigate, PaletteCommand } from './rank.ts';

/** Starting a run, each active run with its actions, and automatic runs. */
export function runCommands(live: Live, navigate: Navigate): PaletteCommand[] {
  const ofActive = live.runs.list
    .get()
    .filter(isActive)
    .flatMap((run): PaletteCommand[] => [
      {
        id: `run ${run.id}`,
        kind: 'Run',
        title: run.name,
        detail: run.operator,
        keywords: `run active batch test ${run.tags.join(' ')}`,
        run: () => navigate(runRoute(run.id)),
      },
      {
        id: `stop-run ${run.id}`,
        kind: 'Command',
        title: `Stop run ${run.name}…`,
        keywords: 'end finish batch test',
        run: () => confirmStop(run),
      },
    ]);
  return [
    {
      id: 'action new-run',
      kind: 'Command',
      title: 'Start run',
      keywords: 'new add batch test record measurement experiment',
      run: () => navigate(NEW_RUN_ROUTE),
    },
    ...ofActive,
    {
      id: `page ${PLANS_ROUTE}`,
      kind: 'Page',
      title: 'Automatic runs',
      keywords: 'plans schedule trigger limit alarm start stop batch',
      run: () => navigate(PLANS_ROUTE),
    },
    {
      id: 'action new-plan',
      kind: 'Command',
      title: 'Add automatic run',
      keywords: 'new plan schedule trigger limit alarm',
      run: () => navigate(NEW_PLAN_ROUTE),
    },
    ...live.runPlans.list.get().flatMap((plan) => planCommands(live, navigate, plan)),
  ];
}

function planCommands(live: Live, navigate: Navigate, view: RunPlan): PaletteCommand[] {
  const { id, plan, active_run } = view;
  const open: PaletteCommand = {
    id: `plan ${id}`,
    kind: 'Automatic run',
    title: plan.name,
    detail: plan.operator,
    keywords: `edit plan ${plan.tags.join(' ')}`,
    run: () => navigate(planRoute(id)),
  };
  const start: PaletteCommand = {
    id: `start-plan ${id}`,
    kind: 'Command',
    title: `Start ${plan.name} now`,
    keywords: 'automatic run plan request',
    run: () => void startPlan(live, view),
  };
  return active_run === null ? [open, start] : [open];
}
