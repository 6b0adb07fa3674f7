/** `/app/v1/computed`: channels computed by the user's formulas. */
import { computedInputSchema, computedPreviewInputSchema } from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import { operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';

const COMPUTED = '/app/v1/computed';

const ID = pathParameter('id', 'ID of the computed channel, assigned by the service.', {
  type: 'string',
  example: 'c01b2c3d4',
});

const UNKNOWN = 'No such computed channel.';

const EXAMPLE = {
  name: 'Dew point margin',
  unit: '°C',
  decimals: 2,
  formula: '[usb/E24638/temperature] - [usb/E24638/dew_point]',
  max_age_ms: 5000,
};

const { read, write } = operationsOf('Computed channels');

export const COMPUTED_ROUTES: readonly Route[] = [
  {
    path: COMPUTED,
    get: read('computed-channels', 'List computed channels', {
      ok: ['The computed channels, in the order they were added.', 'ComputedChannels'],
      handle: ({ services }) => ({ computed: services.computed.list() }),
    }),
    post: write('create-computed-channel', 'Add a computed channel', {
      description:
        'Its readings are those of the channel `value` of the device `computed/{id}`. The channels in its formula do not have to exist. A formula that leads back to its own channel is invalid.',
      body: { schema: computedInputSchema, example: EXAMPLE },
      created: ['The computed channel. `Location` has its path.', 'ComputedChannel'],
      errors: { '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const computed = await services.computed.create(body());
        sendCreated(response, COMPUTED, computed.id, computed);
      },
    }),
  },
  {
    path: `${COMPUTED}/preview`,
    post: write('preview-computed-channel', 'Try a formula', {
      description:
        'Computes the newest readings and the last hour of stored ones, and changes nothing. An invalid formula is no error: `error` names it.',
      body: { schema: computedPreviewInputSchema, example: EXAMPLE },
      ok: ['The results.', 'ComputedPreview'],
      errors: { '503': 'Too many previews at a time.' },
      handle: ({ services, body }) => services.computed.preview(body()),
    }),
  },
  {
    path: `${COMPUTED}/:id`,
    get: read('computed-channel', 'Get a computed channel', {
      parameters: [ID],
      ok: ['The computed channel.', 'ComputedChannel'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.computed.get(id),
    }),
    put: write('update-computed-channel', 'Replace a computed channel', {
      description:
        'Omitted fields are reset to their defaults. Another formula starts its time integrals at 0. Stored readings are not changed.',
      parameters: [ID],
      body: { schema: computedInputSchema, example: { ...EXAMPLE, decimals: 1 } },
      ok: ['The changed computed channel.', 'ComputedChannel'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.computed.update(services.computed.get(id).id, body()),
    }),
    delete: write('remove-computed-channel', 'Delete a computed channel', {
      description: 'Stored readings are not deleted.',
      parameters: [ID],
      errors: {
        '404': UNKNOWN,
        '409': 'Other computed channels use it; the message names them.',
        '500': STORAGE_FAILED,
      },
      handle: ({ services, id }) => services.computed.remove(id),
    }),
  },
  {
    path: `${COMPUTED}/:id/reset`,
    post: write('reset-computed-channel', 'Set the time integrals of a computed channel to 0', {
      parameters: [ID],
      ok: ['The computed channel, with the time of the reset.', 'ComputedChannel'],
      errors: { '404': UNKNOWN, '409': 'Its formula has no time integral.', '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.computed.reset(id),
    }),
  },
  {
    path: `${COMPUTED}/:id/restore`,
    post: write('restore-computed-channel', 'Restore a deleted computed channel', {
      description: 'It has its former ID, so that its history, dashboards and alarm rules are its own again.',
      parameters: [ID],
      ok: ['The computed channel.', 'ComputedChannel'],
      errors: { '404': 'No computed channel with this ID was recently deleted.', '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.computed.restore(id),
    }),
  },
];
