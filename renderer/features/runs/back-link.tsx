import { ListLink } from '../../components/back-link.tsx';
import { RUNS_ROUTE, runRoute } from './routes.ts';

/** To the page of a run, or to all runs. In any window: these pages have no list beside them. */
export function RunBackLink({ id }: { id?: number | undefined }) {
  return (
    <ListLink href={id === undefined ? RUNS_ROUTE : runRoute(id)}>
      {id === undefined ? 'Runs' : 'Back to the run'}
    </ListLink>
  );
}
