import { CalendarClock, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PLANS_ROUTE } from './automatic/routes.ts';
import { NEW_RUN_ROUTE } from './routes.ts';

/** The page of all runs around what it shows. */
export function RunsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="runs-page">
      <div className="runs-body">
        <header className="runs-head">
          <h1>Runs</h1>
          <Link href={PLANS_ROUTE} className="button">
            <CalendarClock aria-hidden size={14} /> Automatic runs
          </Link>
          <Link href={NEW_RUN_ROUTE} className="button primary">
            <Plus aria-hidden size={14} /> Start run
          </Link>
        </header>
        {children}
      </div>
    </div>
  );
}
