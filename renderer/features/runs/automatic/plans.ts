import type { EntryDefinition } from '../../../components/config-editor/entry-definition.ts';
import { removePlan, restorePlan, updatePlan } from '../../../data/runs/plan-requests.ts';
import { NEW_PLAN_ROUTE, PLANS_ROUTE, planRoute } from './routes.ts';

export const PLANS: EntryDefinition<'run-plan'> = {
  storeOf: ({ runPlans }) => runPlans,
  word: 'automatic run',
  title: 'Automatic runs',
  none: 'No automatic runs',
  newTitle: 'New automatic run',
  detailsTitle: 'Status',
  removedText: 'It does not start further runs. Its runs are not deleted, and an active one continues.',
  deletedText: 'It does not start further runs. The form shows the last saved settings with your edits.',
  routeOf: planRoute,
  newRoute: NEW_PLAN_ROUTE,
  pageRoute: PLANS_ROUTE,
  listRoute: PLANS_ROUTE,
  isFullPage: true,
  enable: ({ id, plan }, enabled) => updatePlan(id, { ...plan, enabled }),
  remove: removePlan,
  restore: ({ id }) => restorePlan(id),
};
