/** `/app/v1/dashboards`: the user's pages of tiles. */
import { dashboardInputSchema, MAX_DASHBOARD_BYTES } from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import { operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';

const DASHBOARDS = '/app/v1/dashboards';

const ID = pathParameter('id', 'Dashboard ID, assigned by the service.', { type: 'string', example: 'd01b2c3d4' });

/** Line breaks and indentation do not count as part of the dashboard. */
const bodyBytes = 2 * MAX_DASHBOARD_BYTES;

const UNKNOWN = 'No such dashboard.';

const EXAMPLE = {
  name: 'Cold room',
  tiles: [
    { id: 't1', kind: 'value', x: 0, y: 0, w: 3, h: 2, channel: 'usb/E24638/temperature', span_ms: 600_000 },
    { id: 't2', kind: 'chart', x: 3, y: 0, w: 9, h: 4, channels: ['usb/E24638/temperature', 'usb/E24638/pressure'] },
    { id: 't3', kind: 'text', x: 0, y: 2, w: 3, h: 2, text: 'Door closed: 2 to 8 °C' },
  ],
};

const { read, write } = operationsOf('Dashboards');

export const DASHBOARD_ROUTES: readonly Route[] = [
  {
    path: DASHBOARDS,
    bodyBytes,
    get: read('dashboards', 'List dashboards', {
      ok: ['The dashboards, in the order they were added.', 'Dashboards'],
      handle: ({ services }) => ({ dashboards: services.dashboards.list() }),
    }),
    post: write('create-dashboard', 'Add a dashboard', {
      description:
        'Also imports one: the body is the field `dashboard` of the other operations. Its channels do not have to exist.',
      body: { schema: dashboardInputSchema, example: EXAMPLE },
      created: ['The dashboard. `Location` has its path.', 'Dashboard'],
      errors: { '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const dashboard = await services.dashboards.create(body());
        sendCreated(response, DASHBOARDS, dashboard.id, dashboard);
      },
    }),
  },
  {
    path: `${DASHBOARDS}/:id`,
    bodyBytes,
    get: read('dashboard', 'Get a dashboard', {
      parameters: [ID],
      ok: ['The dashboard.', 'Dashboard'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.dashboards.get(id),
    }),
    put: write('update-dashboard', 'Replace a dashboard', {
      description: 'Omitted fields are reset to their defaults, and omitted tiles are removed.',
      parameters: [ID],
      body: { schema: dashboardInputSchema, example: { ...EXAMPLE, name: 'Cold room 2' } },
      ok: ['The changed dashboard.', 'Dashboard'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.dashboards.update(services.dashboards.get(id).id, body()),
    }),
    delete: write('remove-dashboard', 'Delete a dashboard', {
      description: '`start_dashboard` is not changed: a new window opens the list of devices.',
      parameters: [ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.dashboards.remove(id),
    }),
  },
];
