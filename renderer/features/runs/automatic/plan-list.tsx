import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import type { RunPlan } from '../../../../service/contract/index.ts';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Switch } from '../../../components/form/field.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { formatDayAndMinute, NO_VALUE } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import '../run-list.css';
import { ActiveRun } from './active-run.tsx';
import { PlanStart } from './plan-start.tsx';
import { PLANS } from './plans.ts';
import { copyPlanRoute, NEW_PLAN_ROUTE, planRoute } from './routes.ts';
import { StartButton } from './start-button.tsx';

/** All automatic runs, by name. */
export function PlanList() {
  const plans = useReadable(useLive().runPlans.list);
  if (plans.length === 0) return <NoPlans />;
  return (
    <div className="runs-frame">
      <table className="runs-table plans-table" aria-label={PLANS.title}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Starts</th>
            <th scope="col">Newest start</th>
            <th scope="col">Active run</th>
            <th scope="col">Enabled</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((view) => (
            <Row key={view.id} view={view} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoPlans() {
  return (
    <EmptyState icon={<CalendarClock aria-hidden size={26} />} title={PLANS.none}>
      <p className="dim">
        An automatic run starts and stops runs by itself: at a time of day, while a reading is beyond a limit, while an
        alarm is active, or when another program requests it.
      </p>
      <Link href={NEW_PLAN_ROUTE} className="button">
        Add the first automatic run
      </Link>
    </EmptyState>
  );
}

function Row({ view }: { view: RunPlan }) {
  const { id, plan, last_started: lastStarted, active_run: activeRun, error } = view;
  const { name, enabled, start } = plan;
  const { busy, canRemove, enable, remove, failure, failureTitle, dismiss } = useEntryActions(
    PLANS,
    view,
    `the automatic run “${name}”`,
  );
  return (
    <tr>
      <th scope="row" className="runs-name">
        <Link href={planRoute(id)}>
          <bdi>{name}</bdi>
        </Link>
        <FailureNotice title={failureTitle} text={failure?.message} onClose={dismiss} />
      </th>
      <td data-name="Starts">
        <PlanStart start={start} />
      </td>
      <td data-name="Newest start">
        <span className="runs-fixed">
          {lastStarted === null ? NO_VALUE : formatDayAndMinute(Date.parse(lastStarted))}
        </span>
        {error !== null && <p className="plan-error">The last start failed: {error}</p>}
      </td>
      <td data-name="Active run" data-empty={activeRun === null || undefined}>
        {activeRun === null ? NO_VALUE : <ActiveRun id={activeRun} />}
      </td>
      <td data-empty={start.kind === 'request' || undefined}>
        {start.kind === 'request' ? (
          NO_VALUE
        ) : (
          <Switch
            label={<span className="plan-switch-word">Enabled</span>}
            aria-label={`Enabled: ${name}`}
            checked={enabled}
            disabled={busy}
            onChange={({ target }) => enable(target.checked)}
          />
        )}
      </td>
      <td className="plan-actions-cell">
        <div className="plan-actions">
          <StartButton plan={view} label={`Start now: ${name}`} />
          <Link href={copyPlanRoute(id)} className="button" aria-label={`Duplicate ${name}`}>
            Duplicate
          </Link>
          <button
            type="button"
            className="button danger"
            aria-label={`Delete ${name}`}
            disabled={busy || !canRemove}
            onClick={remove}
          >
            Delete
          </button>
        </div>
      </td>
    </tr>
  );
}
