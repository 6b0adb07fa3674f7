import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { RUNS_ROUTE, runRoute } from './routes.ts';

/** To the page of a run, or to all runs. In any window: these pages have no list beside them. */
export function RunBackLink({ id }: { id?: number | undefined }) {
  return (
    <Link href={id === undefined ? RUNS_ROUTE : runRoute(id)} className="back-link">
      <ArrowLeft aria-hidden size={14} /> {id === undefined ? 'Runs' : 'Back to the run'}
    </Link>
  );
}
