/** Databases in the app API: configuration without secrets, state, test results and backfills. */
import * as z from 'zod';
import { databaseFieldsSchema } from './databases.ts';
import { timestampSchema } from './devices.ts';
import { certificateSummarySchema, secretStorageSchema } from './mqtt-app.ts';

/**
 * `idle`: disabled. `connecting`: not tried yet. `online`: the last request succeeded. `waiting`: retried soon.
 * `failed`: the server refused or is not trusted; something must be changed. Retried rarely.
 */
export const databaseStateSchema = z.enum(['idle', 'connecting', 'online', 'waiting', 'failed']).meta({
  id: 'DatabaseState',
});
export type DatabaseState = z.infer<typeof databaseStateSchema>;

/** Stable codes; docs/databases.md explains each. */
export const DATABASE_ERROR_CODES = [
  'host-unknown',
  'port-refused',
  'unreachable',
  'no-answer',
  'connection-lost',
  'tls-failed',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'client-certificate-refused',
  'credentials-refused',
  'not-authorized',
  'not-found',
  'redirected',
  'not-a-database',
  'line-refused',
  'clock-wrong',
  'busy',
  'server-error',
  'secret-needed',
  'unknown',
] as const;
export const databaseErrorCodeSchema = z.enum(DATABASE_ERROR_CODES).meta({ id: 'DatabaseErrorCode' });
export type DatabaseErrorCode = z.infer<typeof databaseErrorCodeSchema>;

export const databaseErrorSchema = z
  .strictObject({
    code: databaseErrorCodeSchema,
    text: z.string().meta({ description: 'What happened, as a sentence.' }),
    remedy: z.string().meta({ description: 'How to fix it; empty if unknown.' }),
    http_status: z.int().nullable().meta({ description: 'HTTP status of the server, if it responded.' }),
    timestamp: timestampSchema,
  })
  .meta({ id: 'DatabaseError' });
export type DatabaseError = z.infer<typeof databaseErrorSchema>;

/** `running`, `paused` by the user, or ended. */
export const backfillStateSchema = z.enum(['running', 'paused', 'done', 'failed', 'canceled']).meta({
  id: 'BackfillState',
});
export type BackfillState = z.infer<typeof backfillStateSchema>;

/** Writing stored readings of a range to a database. */
export const backfillSchema = z
  .strictObject({
    state: backfillStateSchema,
    from: timestampSchema,
    to: timestampSchema.meta({ description: 'Not included.' }),
    written: z.int().meta({ description: 'Lines written.' }),
    discarded: z.int().meta({ description: 'Lines that the server refused.' }),
    progress: z.number().min(0).max(1).meta({ description: 'Share of the range and devices that is done.' }),
    error: z.string().nullable().meta({ description: 'Why it failed, or waits; null otherwise.' }),
    started: timestampSchema,
    ended: timestampSchema.nullable(),
  })
  .meta({ id: 'Backfill' });
export type Backfill = z.infer<typeof backfillSchema>;

/** The body that starts a backfill. */
export const backfillInputSchema = z
  .strictObject({
    from: z.iso.datetime({ offset: true, error: 'must be a timestamp such as 2026-11-20T00:00:00Z' }),
    to: z.iso.datetime({ offset: true, error: 'must be a timestamp such as 2026-11-21T00:00:00Z' }),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { message: 'must be after from', path: ['to'] })
  .meta({ id: 'BackfillInput' });
export type BackfillInput = z.infer<typeof backfillInputSchema>;

/** The body that pauses or resumes a backfill. */
export const backfillPatchSchema = z
  .strictObject({ paused: z.boolean({ error: 'must be true or false' }) })
  .meta({ id: 'BackfillPatch' });

export const databaseStatusSchema = z
  .strictObject({
    state: databaseStateSchema,
    since: timestampSchema.meta({ description: 'Time of the last change of state.' }),
    error: databaseErrorSchema.nullable().meta({ description: 'Why readings are not written; null if they are.' }),
    next_retry: timestampSchema.nullable(),
    written: z.int().meta({
      description: 'Lines accepted by the server since the service started. A line has the readings of one sample set.',
    }),
    waiting: z.int().meta({ description: 'Lines in the outbox.' }),
    waiting_bytes: z.int(),
    discarded: z.int().meta({ description: 'Lines discarded since the database was added.' }),
    refused: z
      .strictObject({ line: z.string(), text: z.string(), timestamp: timestampSchema })
      .nullable()
      .meta({ description: 'The latest line that the server refused for good, truncated, and its reason.' }),
    last_written: timestampSchema.nullable().meta({ description: 'Time of the last successful request.' }),
    backfill: backfillSchema
      .nullable()
      .meta({ description: 'The current or last backfill since the service started.' }),
  })
  .meta({ id: 'DatabaseStatus' });
export type DatabaseStatus = z.infer<typeof databaseStatusSchema>;

const id = z.string().meta({ description: 'Assigned by the service.', example: 'b01a2b3c4' });

export const databaseViewSchema = z
  .strictObject({
    id,
    config: databaseFieldsSchema,
    password_set: z.boolean(),
    token_set: z.boolean(),
    ca: certificateSummarySchema.nullable(),
    certificate: certificateSummarySchema.nullable(),
    key_set: z.boolean(),
    status: databaseStatusSchema,
  })
  .meta({ id: 'Database' });
export type DatabaseView = z.infer<typeof databaseViewSchema>;

export const databasesSchema = z
  .strictObject({
    databases: z.array(databaseViewSchema).meta({ description: 'In the order they were added.' }),
    secret_storage: secretStorageSchema,
    simulated_written: z.boolean().meta({ description: 'Whether readings of simulated devices are written.' }),
  })
  .meta({ id: 'Databases' });
export type Databases = z.infer<typeof databasesSchema>;

/** One step of a connection test, in order. A step after a failed one is `skipped`. */
export const databaseTestStepSchema = z
  .strictObject({
    name: z.enum(['connect', 'access', 'write']).meta({
      description:
        '`connect`: the server responds. `access`: it accepts the credentials, and the database or bucket exists. `write`: it accepts a write request without readings.',
    }),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    text: z.string().meta({ description: 'The result, as a sentence.' }),
  })
  .meta({ id: 'DatabaseTestStep' });
export type DatabaseTestStep = z.infer<typeof databaseTestStepSchema>;

/** The result of a connection test, within 15 seconds. */
export const databaseTestResultSchema = z
  .strictObject({
    ok: z.boolean(),
    text: z.string().meta({ description: 'The test result, as a sentence.' }),
    error: databaseErrorSchema.nullable(),
    duration_ms: z.number(),
    steps: z.array(databaseTestStepSchema),
    notes: z.array(z.string()).meta({ description: 'Notes on a connection that works.' }),
  })
  .meta({ id: 'DatabaseVerdict' });
export type DatabaseTestResult = z.infer<typeof databaseTestResultSchema>;
