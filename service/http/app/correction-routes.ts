/** `/app/v1/devices/{family}/{serial}/channels/{channel}/correction`: the correction of a channel. */
import { type ChannelRef, correctionInputSchema } from '../../contract/index.ts';
import { FAMILY, pathParameter, SERIAL } from '../openapi/operation.ts';
import { deviceKeyOf } from './device-routes.ts';
import { type Call, operationsOf, type Route, STORAGE_FAILED } from './route.ts';

const CORRECTION = '/app/v1/devices/:family/:serial/channels/:channel/correction';

const CHANNEL = pathParameter('channel', 'Name of the channel.', { type: 'string', example: 'temperature' });
const PARAMETERS = [FAMILY, SERIAL, CHANNEL];

const EXAMPLE = {
  unit: '°C',
  points: [
    { measured: 20.1, reference: 20 },
    { measured: 60.4, reference: 60 },
  ],
  range: { from: -40, to: 125, outside: 'continue' },
  standard: 'Pt100 A',
  date: '2026-11-01',
  due: '2027-11-01',
};

const UNKNOWN = 'No such device or channel.';
const NOT_CORRECTABLE = 'The channel is computed: it cannot be corrected.';

/** @throws MensuraError `not-found` for an unknown family */
function refOf(call: Call): ChannelRef {
  return { ...deviceKeyOf(call), channel: String(call.request.params['channel']) };
}

const { read, write } = operationsOf('Corrections');

export const CORRECTION_ROUTES: readonly Route[] = [
  {
    path: CORRECTION,
    get: read('correction', 'Get the correction of a channel', {
      description: 'With all its versions. A channel without a correction has `correction` null and no versions.',
      parameters: PARAMETERS,
      ok: ['The correction.', 'ChannelCorrection'],
      errors: { '404': UNKNOWN },
      handle: (call) => call.services.corrections.get(refOf(call)),
    }),
    put: write('set-correction', 'Correct a channel', {
      description:
        'Applies from the next reading on, and is stored as a new version. The device does not have to be connected. Omitted fields are set to their defaults. The same correction again changes nothing.',
      parameters: PARAMETERS,
      body: { schema: correctionInputSchema, example: EXAMPLE },
      ok: ['The correction.', 'ChannelCorrection'],
      errors: { '404': UNKNOWN, '409': NOT_CORRECTABLE, '500': STORAGE_FAILED },
      handle: (call) => {
        const { corrections } = call.services;
        const ref = refOf(call);
        // An unknown channel is 404 also with an invalid body.
        corrections.get(ref);
        return corrections.set(ref, call.body());
      },
    }),
    delete: write('remove-correction', 'Remove the correction of a channel', {
      description: 'Its versions stay. To keep the points, set `enabled` to false instead.',
      parameters: PARAMETERS,
      errors: { '404': 'No such device or channel, or it has no correction.', '500': STORAGE_FAILED },
      handle: (call) => call.services.corrections.remove(refOf(call)),
    }),
  },
  {
    path: `${CORRECTION}/preview`,
    post: write('preview-correction', 'Preview a correction', {
      description: 'Coefficients, residuals and curve. Nothing is stored or changed.',
      parameters: PARAMETERS,
      body: { schema: correctionInputSchema, example: EXAMPLE },
      ok: ['What the correction would do.', 'CorrectionPreview'],
      errors: { '404': UNKNOWN, '409': NOT_CORRECTABLE },
      handle: (call) => {
        const { corrections } = call.services;
        const ref = refOf(call);
        corrections.get(ref);
        return corrections.preview(ref, call.body());
      },
    }),
  },
];
