/** Notification destinations in the app API: configuration without secrets, state and test results. */
import * as z from 'zod';
import { destinationFieldsSchema } from './destinations.ts';
import { timestampSchema } from './devices.ts';
import { certificateSummarySchema, secretStorageSchema } from './mqtt-app.ts';

/**
 * `idle`: disabled. `ready`: the last attempt succeeded, or there was none yet. `waiting`: retried soon. `failed`: the
 * server refused or is not trusted; something must be changed. Retried rarely.
 */
export const destinationStateSchema = z.enum(['idle', 'ready', 'waiting', 'failed']).meta({ id: 'DestinationState' });
export type DestinationState = z.infer<typeof destinationStateSchema>;

/** Stable codes; docs/notifications.md explains each. */
export const DESTINATION_ERROR_CODES = [
  'host-unknown',
  'port-refused',
  'unreachable',
  'no-answer',
  'connection-lost',
  'tls-failed',
  'tls-not-offered',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'wrong-protocol',
  'credentials-refused',
  'sender-refused',
  'recipient-refused',
  'message-refused',
  'not-found',
  'redirected',
  'busy',
  'server-error',
  'secret-needed',
  'unknown',
] as const;
export const destinationErrorCodeSchema = z.enum(DESTINATION_ERROR_CODES).meta({ id: 'DestinationErrorCode' });
export type DestinationErrorCode = z.infer<typeof destinationErrorCodeSchema>;

export const destinationErrorSchema = z
  .strictObject({
    code: destinationErrorCodeSchema,
    text: z.string().meta({ description: 'What happened, as a sentence.' }),
    remedy: z.string().meta({ description: 'How to fix it; empty if unknown.' }),
    timestamp: timestampSchema,
  })
  .meta({ id: 'DestinationError' });
export type DestinationError = z.infer<typeof destinationErrorSchema>;

export const destinationStatusSchema = z
  .strictObject({
    state: destinationStateSchema,
    since: timestampSchema.meta({ description: 'Time of the last change of state.' }),
    error: destinationErrorSchema.nullable().meta({ description: 'Why messages are not delivered; null if they are.' }),
    next_retry: timestampSchema.nullable(),
    held_until: timestampSchema.nullable().meta({
      description:
        'Time until which quiet hours or the message limit hold waiting notifications; null if none are held.',
    }),
    sent: z.int().meta({ description: 'Messages delivered since the service started.' }),
    waiting: z.int().meta({ description: 'Waiting notifications. One message can combine several.' }),
    discarded: z.int().meta({
      description: 'Notifications discarded since the service started: after a day, or beyond 1000.',
    }),
    last_sent: timestampSchema.nullable().meta({ description: 'Time of the last delivered message.' }),
  })
  .meta({ id: 'DestinationStatus' });
export type DestinationStatus = z.infer<typeof destinationStatusSchema>;

export const destinationViewSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Assigned by the service.', example: 'n01a2b3c4' }),
    config: destinationFieldsSchema,
    password_set: z.boolean(),
    token_set: z.boolean(),
    signing_key_set: z.boolean(),
    ca: certificateSummarySchema.nullable(),
    status: destinationStatusSchema,
  })
  .meta({ id: 'Destination' });
export type DestinationView = z.infer<typeof destinationViewSchema>;

export const destinationsSchema = z
  .strictObject({
    destinations: z.array(destinationViewSchema).meta({ description: 'In the order they were added.' }),
    secret_storage: secretStorageSchema,
  })
  .meta({ id: 'Destinations' });
export type Destinations = z.infer<typeof destinationsSchema>;

/** One step of a test, in order. A step after a failed one is `skipped`. */
export const destinationTestStepSchema = z
  .strictObject({
    name: z.enum(['connect', 'sign-in', 'send']).meta({
      description:
        '`connect`: the server responds, and its certificate is valid. `sign-in`: it accepts the credentials. `send`: it accepts the test message.',
    }),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    text: z.string().meta({ description: 'The result, as a sentence.' }),
  })
  .meta({ id: 'DestinationTestStep' });
export type DestinationTestStep = z.infer<typeof destinationTestStepSchema>;

/** The result of a test, within 30 seconds. */
export const destinationTestResultSchema = z
  .strictObject({
    ok: z.boolean(),
    text: z.string().meta({ description: 'The test result, as a sentence.' }),
    error: destinationErrorSchema.nullable(),
    duration_ms: z.number(),
    steps: z.array(destinationTestStepSchema),
    notes: z.array(z.string()).meta({ description: 'Notes on a destination that works.' }),
  })
  .meta({ id: 'DestinationVerdict' });
export type DestinationTestResult = z.infer<typeof destinationTestResultSchema>;
