import type { Live } from '../../data/live.ts';
import { isActive } from '../../data/runs/labels.ts';
import { NEW_RUN_ROUTE, runRoute } from '../../features/runs/routes.ts';
import { confirmStop } from '../../features/runs/run-actions.ts';
import type { Navigate, PaletteCommand } from './rank.ts';

/** Starting a run, and each active run with its actions. */
export function runCommands({ runs }: Live, navigate: Navigate): PaletteCommand[] {
  const ofActive = runs.list
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
  ];
}
