/** `/app/v1/databases`: time-series databases that readings are written to. */
import type { Response } from 'express';
import {
  backfillInputSchema,
  backfillPatchSchema,
  type DatabaseConfigInput,
  databaseInputSchema,
  databasePatchSchema,
} from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import type { DatabaseAdministration } from '../options.ts';
import {
  type Call,
  nothingSchema,
  operationsOf,
  type Route,
  type Services,
  STORAGE_FAILED,
  sendCreated,
} from './route.ts';

const DATABASES = '/app/v1/databases';

const ID = pathParameter('id', 'Database ID, assigned by the service.', { type: 'string', example: 'b01a2b3c4' });

const UNKNOWN = 'No such database.';
const TWICE = 'A database with this name already exists. `errors` names the field.';
const TOO_MANY = 'Four database tests are already running.';
const NO_BACKFILL = 'No such database, or it has no backfill.';

const INFLUX_1_EXAMPLE = { kind: 'influxdb1', name: 'Plant', url: 'http://localhost:8086', database: 'plant' };
const INFLUX_2_EXAMPLE = {
  kind: 'influxdb2',
  name: 'Plant',
  url: 'https://influx.example:8086',
  organization: 'plant',
  bucket: 'readings',
  token: 'the token',
};

/** An empty body tests the stored configuration. */
function testedInput({ services, id, json, body }: Call<DatabaseConfigInput>): DatabaseConfigInput {
  const { config } = services.databases.get(id);
  return nothingSchema.safeParse(json.value).success ? config : body();
}

/** The test ends with the request: a closed form needs no result. */
async function test(
  { databases }: Services,
  input: DatabaseConfigInput,
  id: string | undefined,
  response: Response,
): Promise<unknown> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    return await databases.test(input, id, left.signal);
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return undefined;
  }
}

const { read, write } = operationsOf('Databases');

function action(
  name: string,
  summary: string,
  description: string,
  act: (databases: DatabaseAdministration, id: string) => unknown,
  errors: Readonly<Record<string, string>> = {},
): Route {
  return {
    path: `${DATABASES}/:id/${name}`,
    post: write(`${name}-database`, summary, {
      description,
      parameters: [ID],
      ok: ['The database.', 'Database'],
      errors: { '404': UNKNOWN, ...errors },
      handle: ({ services, id }) => act(services.databases, id),
    }),
  };
}

export const DATABASE_ROUTES: readonly Route[] = [
  {
    path: DATABASES,
    get: read('databases', 'List databases and their status', {
      ok: ['The databases, in the order they were added.', 'Databases'],
      handle: ({ services }) => services.databases.list(),
    }),
    post: write('create-database', 'Add a database', {
      description: 'The database or bucket must exist on the server.',
      body: { schema: databaseInputSchema, example: INFLUX_1_EXAMPLE },
      created: ['The database. `Location` has its path.', 'Database'],
      errors: { '409': TWICE, '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const view = await services.databases.create(body());
        sendCreated(response, DATABASES, view.id, view);
      },
    }),
  },
  // Before the routes with an ID in place of `test`.
  {
    path: `${DATABASES}/test`,
    post: write('test-database-config', 'Test a database without saving it', {
      description: 'Writes no readings. Takes at most 15 s. Canceling the request ends the test.',
      body: { schema: databaseInputSchema, example: INFLUX_2_EXAMPLE },
      ok: ['The test result, passed or failed.', 'DatabaseVerdict'],
      errors: { '503': TOO_MANY },
      handle: ({ services, response, body }) => test(services, body(), undefined, response),
    }),
  },
  {
    path: `${DATABASES}/:id`,
    get: read('database', 'Get a database', {
      parameters: [ID],
      ok: ['The database.', 'Database'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.databases.get(id),
    }),
    put: write('update-database', 'Replace the configuration of a database', {
      description:
        'Omitted fields are reset to their defaults, except the password, token, certificates and key: omit them to leave them unchanged; an empty string deletes them. A stored secret is used only for the address it was entered for: if the server of the URL or the certificate checks change, it must be entered again.',
      parameters: [ID],
      body: { schema: databaseInputSchema, example: { ...INFLUX_1_EXAMPLE, name: 'Plant 2' } },
      ok: ['The changed database.', 'Database'],
      errors: { '404': UNKNOWN, '409': TWICE, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.databases.update(services.databases.get(id).id, body()),
    }),
    patch: write('patch-database', 'Enable or disable a database', {
      description: 'While it is disabled, readings are not written, also not later.',
      parameters: [ID],
      body: { schema: databasePatchSchema, example: { enabled: false } },
      ok: ['The changed database.', 'Database'],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.databases.setEnabled(services.databases.get(id).id, body().enabled),
    }),
    delete: write('remove-database', 'Delete a database', {
      description: 'Deletes its outbox. Readings that were written stay on the server.',
      parameters: [ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.databases.remove(id),
    }),
  },
  action('connect', 'Write now', 'Retries immediately instead of at the scheduled time.', (databases, id) =>
    databases.connect(id),
  ),
  action(
    'restore',
    'Restore a deleted database',
    'Restores the database with its secrets.',
    (databases, id) => databases.restore(id),
    { '404': 'No database with this ID was recently deleted.', '409': TWICE, '500': STORAGE_FAILED },
  ),
  {
    path: `${DATABASES}/:id/test`,
    post: write('test-database', 'Test a stored database, optionally with changes', {
      description:
        'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested. Omitted secrets are taken from the stored database if the address is the same.',
      parameters: [ID],
      body: { schema: databaseInputSchema, example: {}, mayBeEmpty: true },
      ok: ['The test result, passed or failed.', 'DatabaseVerdict'],
      errors: { '404': UNKNOWN, '503': TOO_MANY },
      handle: (call) => test(call.services, testedInput(call), call.id, call.response),
    }),
  },
  {
    path: `${DATABASES}/:id/backfill`,
    get: read('backfill', 'Get the backfill of a database', {
      description: 'The current one, or the last since the service started.',
      parameters: [ID],
      ok: ['The backfill.', 'Backfill'],
      errors: { '404': NO_BACKFILL },
      handle: ({ services, id }) => services.databases.backfill(id),
    }),
    post: write('start-backfill', 'Write stored readings of a range', {
      description:
        'Writes the raw readings of the history from `from` up to `to`, in addition to new readings and slower than they. Readings that the server already has are overwritten with the same values.',
      parameters: [ID],
      body: { schema: backfillInputSchema, example: { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' } },
      ok: ['The backfill.', 'Backfill'],
      errors: {
        '404': UNKNOWN,
        '409': 'A backfill is already running, or the database is disabled.',
        '500': STORAGE_FAILED,
      },
      handle: ({ services, id, body }) => services.databases.startBackfill(services.databases.get(id).id, body()),
    }),
    patch: write('pause-backfill', 'Pause or resume the backfill', {
      parameters: [ID],
      body: { schema: backfillPatchSchema, example: { paused: true } },
      ok: ['The backfill.', 'Backfill'],
      errors: { '404': NO_BACKFILL, '409': 'The backfill has ended.', '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => {
        services.databases.backfill(id);
        return services.databases.pauseBackfill(id, body().paused);
      },
    }),
    delete: write('cancel-backfill', 'Cancel the backfill', {
      description: 'Readings that were written stay on the server. Without effect on one that has ended.',
      parameters: [ID],
      ok: ['The backfill.', 'Backfill'],
      errors: { '404': NO_BACKFILL },
      handle: ({ services, id }) => services.databases.cancelBackfill(id),
    }),
  },
];
