/** `/app/v1/run-plans`: runs that start and stop by themselves. */
import { runPlanInputSchema } from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import { operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';
import { RUNS } from './run-routes.ts';

const RUN_PLANS = '/app/v1/run-plans';

const ID = pathParameter('id', 'ID of the automatic run, assigned by the service.', {
  type: 'string',
  example: 'p01b2c3d4',
});

const UNKNOWN = 'No such automatic run.';

const CHANNEL = { family: 'usb', serial: 'E24638', channel: 'temperature' };

const EXAMPLE = {
  name: 'Batch {n} of {date}',
  channels: [{ ...CHANNEL, low: 2, high: 8 }],
  start: { kind: 'limit', channel: CHANNEL, above: 60, hysteresis: 2 },
  pre_trigger_s: 30,
  stop_when_over: true,
};

const { read, write } = operationsOf('Runs');

export const RUN_PLAN_ROUTES: readonly Route[] = [
  {
    path: RUN_PLANS,
    get: read('run-plans', 'List automatic runs', {
      ok: ['The automatic runs, in the order they were added.', 'RunPlans'],
      handle: ({ services }) => ({ plans: services.runPlans.list() }),
    }),
    post: write('create-run-plan', 'Add an automatic run', {
      description:
        'A schedule, a limit, an alarm or a request starts its runs, one at a time. Channels and rules do not have to exist. A limit that is already passed starts a run only when it is passed again.',
      body: { schema: runPlanInputSchema, example: EXAMPLE },
      created: ['The automatic run. `Location` has its path.', 'RunPlan'],
      errors: { '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const plan = await services.runPlans.create(body());
        sendCreated(response, RUN_PLANS, plan.id, plan);
      },
    }),
  },
  {
    path: `${RUN_PLANS}/:id`,
    get: read('run-plan', 'Get an automatic run', {
      parameters: [ID],
      ok: ['The automatic run.', 'RunPlan'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.runPlans.get(id),
    }),
    put: write('update-run-plan', 'Replace an automatic run', {
      description: 'Omitted fields are reset to their defaults. An active run is not changed.',
      parameters: [ID],
      body: { schema: runPlanInputSchema, example: { ...EXAMPLE, enabled: false } },
      ok: ['The changed automatic run.', 'RunPlan'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.runPlans.update(services.runPlans.get(id).id, body()),
    }),
    delete: write('remove-run-plan', 'Delete an automatic run', {
      description: 'Its runs are not deleted, and an active one continues.',
      parameters: [ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.runPlans.remove(id),
    }),
  },
  {
    path: `${RUN_PLANS}/:id/restore`,
    post: write('restore-run-plan', 'Restore a deleted automatic run', {
      description: 'It has its former ID and continues to count its runs.',
      parameters: [ID],
      ok: ['The automatic run.', 'RunPlan'],
      errors: { '404': 'No automatic run with this ID was deleted in the last 10 minutes.', '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.runPlans.restore(id),
    }),
  },
  {
    path: `${RUN_PLANS}/:id/start`,
    post: write('start-run-plan', 'Start a run of an automatic run', {
      description: 'Works for every automatic run, even a disabled one.',
      parameters: [ID],
      created: ['The run. `Location` has its path.', 'Run'],
      errors: {
        '404': UNKNOWN,
        '409': 'One of its runs is active, the history is off, or too many runs are active.',
        '500': STORAGE_FAILED,
        '503': 'Too many changes of runs are waiting.',
      },
      handle: async ({ services, response, id }) => {
        const run = await services.runPlans.startRun(id);
        sendCreated(response, RUNS, String(run.id), run);
      },
    }),
  },
];
