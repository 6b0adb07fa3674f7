import { Link } from 'wouter';
import { useLive, useReadable } from '../../../data/react.ts';
import { planRoute } from './routes.ts';

/** A link to the automatic run that started a run, unless it was deleted. */
export function PlanLink({ id }: { id: string }) {
  const { runPlans, connection } = useLive();
  const record = useReadable(runPlans.known).get(id);
  const { state } = useReadable(connection);
  if (!record && state !== 'live') return 'An automatic run';
  if (!record || record.gone) return 'An automatic run that was deleted';
  return (
    <>
      Automatic run{' '}
      <Link href={planRoute(id)}>
        <bdi>{record.view.plan.name}</bdi>
      </Link>
    </>
  );
}
