import { expect, test } from 'vitest';
import {
  copyPlanRoute,
  NEW_PLAN_ROUTE,
  PLANS_ROUTE,
  planRoute,
  planTarget,
} from '../../../../renderer/features/runs/automatic/routes.ts';

test.each([
  [PLANS_ROUTE, { kind: 'list' }],
  ['/runs/automatic/', { kind: 'list' }],
  [NEW_PLAN_ROUTE, { kind: 'new' }],
  [planRoute('p01b2c3d4'), { kind: 'plan', id: 'p01b2c3d4' }],
  [planRoute('+new'), { kind: 'plan', id: '+new' }],
  [planRoute('a/b c'), { kind: 'plan', id: 'a/b c' }],
  [copyPlanRoute('p01b2c3d4'), { kind: 'copy', id: 'p01b2c3d4' }],
])('%s', (route, target) => {
  expect(planTarget(route)).toEqual(target);
});
