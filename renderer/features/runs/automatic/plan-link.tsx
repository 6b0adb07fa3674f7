import { Link } from 'wouter';
import { useLive, useReadable } from '../../../data/react.ts';
import { planRoute } from './routes.ts';

/** A link to the automatic run that started a run, unless it was deleted. */
export function PlanLink({ id }: { id: string }) {
  const record = useReadable(useLive().runPlans.known).get(id);
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
