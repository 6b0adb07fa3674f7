/** `/app/v1/destinations`: destinations that notifications of alarms are sent to. */
import type { Response } from 'express';
import { type DestinationConfigInput, destinationInputSchema, destinationPatchSchema } from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import type { DestinationAdministration } from '../options.ts';
import {
  type Call,
  nothingSchema,
  operationsOf,
  type Route,
  type Services,
  STORAGE_FAILED,
  sendCreated,
} from './route.ts';

const DESTINATIONS = '/app/v1/destinations';

const ID = pathParameter('id', 'Destination ID, assigned by the service.', { type: 'string', example: 'n01a2b3c4' });

const UNKNOWN = 'No such destination.';
const TWICE = 'A destination with this name already exists. `errors` names the field.';
const TOO_MANY = 'Four destination tests are already running.';

const NTFY_EXAMPLE = { kind: 'ntfy', name: 'Phone', url: 'https://ntfy.sh', topic: 'plant-8c1f' };
const EMAIL_EXAMPLE = {
  kind: 'email',
  name: 'Lab',
  host: 'mail.example.com',
  username: 'mensura@example.com',
  password: 'the password',
  from: 'mensura@example.com',
  to: ['lab@example.com'],
};

/** An empty body tests the stored configuration. */
function testedInput({ services, id, json, body }: Call<DestinationConfigInput>): DestinationConfigInput {
  const { config } = services.destinations.get(id);
  return nothingSchema.safeParse(json.value).success ? config : body();
}

/** The test ends with the request: a closed form needs no result. */
async function test(
  { destinations }: Services,
  input: DestinationConfigInput,
  id: string | undefined,
  response: Response,
): Promise<unknown> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    return await destinations.test(input, id, left.signal);
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return undefined;
  }
}

const { read, write } = operationsOf('Notifications');

function action(
  path: string,
  operation: string,
  summary: string,
  description: string,
  act: (destinations: DestinationAdministration, id: string) => unknown,
  errors: Readonly<Record<string, string>> = {},
): Route {
  return {
    path: `${DESTINATIONS}/:id/${path}`,
    post: write(operation, summary, {
      description,
      parameters: [ID],
      ok: ['The destination.', 'Destination'],
      errors: { '404': UNKNOWN, ...errors },
      handle: ({ services, id }) => act(services.destinations, id),
    }),
  };
}

export const DESTINATION_ROUTES: readonly Route[] = [
  {
    path: DESTINATIONS,
    get: read('destinations', 'List notification destinations and their status', {
      ok: ['The destinations, in the order they were added.', 'Destinations'],
      handle: ({ services }) => services.destinations.list(),
    }),
    post: write('create-destination', 'Add a destination', {
      description: 'Alarms that are already active are not sent to it.',
      body: { schema: destinationInputSchema, example: NTFY_EXAMPLE },
      created: ['The destination. `Location` has its path.', 'Destination'],
      errors: { '409': TWICE, '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const view = await services.destinations.create(body());
        sendCreated(response, DESTINATIONS, view.id, view);
      },
    }),
  },
  // Before the routes with an ID in place of `test`.
  {
    path: `${DESTINATIONS}/test`,
    post: write('test-destination-config', 'Test a destination without saving it', {
      description: 'Sends a test message. Takes at most 30 s. Canceling the request ends the test.',
      body: { schema: destinationInputSchema, example: EMAIL_EXAMPLE },
      ok: ['The test result, passed or failed.', 'DestinationVerdict'],
      errors: { '503': TOO_MANY },
      handle: ({ services, response, body }) => test(services, body(), undefined, response),
    }),
  },
  {
    path: `${DESTINATIONS}/:id`,
    get: read('destination', 'Get a destination', {
      parameters: [ID],
      ok: ['The destination.', 'Destination'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.destinations.get(id),
    }),
    put: write('update-destination', 'Replace the configuration of a destination', {
      description:
        'Omitted fields are reset to their defaults, except the password, token, signing key and CA certificate: omit them to leave them unchanged; an empty string deletes them. A stored secret is used only for the address it was entered for: if the server or the certificate checks change, it must be entered again.',
      parameters: [ID],
      body: { schema: destinationInputSchema, example: { ...NTFY_EXAMPLE, name: 'Phone 2' } },
      ok: ['The changed destination.', 'Destination'],
      errors: { '404': UNKNOWN, '409': TWICE, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.destinations.update(services.destinations.get(id).id, body()),
    }),
    patch: write('patch-destination', 'Enable or disable a destination', {
      description: 'Disabling it discards its waiting notifications. Alarms missed meanwhile are not sent later.',
      parameters: [ID],
      body: { schema: destinationPatchSchema, example: { enabled: false } },
      ok: ['The changed destination.', 'Destination'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) =>
        services.destinations.setEnabled(services.destinations.get(id).id, body().enabled),
    }),
    delete: write('remove-destination', 'Delete a destination', {
      description: 'Its waiting notifications are discarded.',
      parameters: [ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.destinations.remove(id),
    }),
  },
  action(
    'send',
    'send-destination-now',
    'Send waiting notifications now',
    'Retries immediately instead of at the scheduled time.',
    (destinations, id) => destinations.connect(id),
  ),
  action(
    'restore',
    'restore-destination',
    'Restore a deleted destination',
    'Restores the destination with its secrets.',
    (destinations, id) => destinations.restore(id),
    { '404': 'No destination with this ID was recently deleted.', '409': TWICE, '500': STORAGE_FAILED },
  ),
  {
    path: `${DESTINATIONS}/:id/test`,
    post: write('test-destination', 'Test a stored destination, optionally with changes', {
      description:
        'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested. Omitted secrets are taken from the stored destination if the address is the same.',
      parameters: [ID],
      body: { schema: destinationInputSchema, example: {}, mayBeEmpty: true },
      ok: ['The test result, passed or failed.', 'DestinationVerdict'],
      errors: { '404': UNKNOWN, '503': TOO_MANY },
      handle: (call) => test(call.services, testedInput(call), call.id, call.response),
    }),
  },
];
