import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { rawRoute } from '../../../app/guarded-location.ts';
import { NothingToShow } from '../../../components/nothing-to-show.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { RunBackLink } from '../back-link.tsx';
import '../runs.css';
import './automatic-runs.css';
import { NewPlan } from './editor/new-plan.tsx';
import { PlanEditor } from './editor/plan-editor.tsx';
import { PlanList } from './plan-list.tsx';
import { PLANS } from './plans.ts';
import { NEW_PLAN_ROUTE, PLANS_ROUTE, planTarget } from './routes.ts';

export function AutomaticRunsPage() {
  const route = useReadable(rawRoute);
  const target = planTarget(route);
  const id = 'id' in target ? target.id : '';
  const record = useReadable(useLive().runPlans.known).get(id);
  if (target.kind === 'plan' && record) return <PlanEditor key={id} record={record} />;
  // Not in NothingToShow, which would discard the form while the service does not respond.
  if (target.kind === 'new' || (target.kind === 'copy' && record)) {
    return <NewPlan key={route} original={record?.view ?? null} />;
  }
  return (
    <PlansFrame>
      <NothingToShow
        what="the automatic runs"
        missing={
          id !== '' && {
            title: `Automatic run “${id}” not found`,
            text: 'It may have been deleted.',
            listRoute: PLANS_ROUTE,
            listWord: 'Show all automatic runs',
          }
        }
      >
        <PlanList />
      </NothingToShow>
    </PlansFrame>
  );
}

function PlansFrame({ children }: { children: ReactNode }) {
  return (
    <div className="runs-page entry-list">
      <div className="runs-body">
        <header className="runs-head">
          <div className="run-identity">
            <RunBackLink />
            <h1>{PLANS.title}</h1>
          </div>
          <Link href={NEW_PLAN_ROUTE} className="button primary">
            <Plus aria-hidden size={14} /> Add {PLANS.word}
          </Link>
        </header>
        {children}
      </div>
    </div>
  );
}
