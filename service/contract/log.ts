/** The log as the app API shows it, and what is checked of the computer that Mensura runs on. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';

export const logLevelSchema = z.enum(['error', 'warn', 'info', 'debug']).meta({ id: 'LogLevel' });

/** The most lines that one answer holds. */
export const MAX_LOG_ENTRIES = 1000;

export const logEntrySchema = z
  .strictObject({
    id: z.int().meta({ description: 'Grows from line to line, within a run.' }),
    time: timestampSchema,
    level: logLevelSchema,
    part: z.string().meta({ description: 'What of the service said it, as `serial` or `mqtt`; empty for the whole.' }),
    text: z.string(),
    detail: z.string().optional().meta({ description: 'Where in the program an error came from.' }),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.infer<typeof logEntrySchema>;

export const logAnswerSchema = z
  .strictObject({
    entries: z.array(logEntrySchema).meta({ description: 'Oldest first.' }),
    oldest: z.int().meta({ description: 'The id of the oldest line that is still there; 0 for none.' }),
    newest: z.int().meta({ description: 'The id of the newest line; 0 for none.' }),
    file: z.string().meta({ description: 'Where the log of this and earlier runs is kept.' }),
  })
  .meta({ id: 'LogAnswer' });
export type LogAnswer = z.infer<typeof logAnswerSchema>;

/**
 * One thing that must be right on this computer for instruments to be found and read. `unknown`: this system does not
 * tell.
 */
export const checkSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Documented, stable word.', example: 'udev-rule' }),
    title: z.string(),
    state: z.enum(['ok', 'missing', 'unknown']),
    text: z.string().meta({ description: 'What was found, in a plain sentence.' }),
    remedy: z.string().meta({ description: 'What to do, with commands in backquotes; empty where all is well.' }),
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof checkSchema>;

export const checksSchema = z.strictObject({ checks: z.array(checkSchema) }).meta({ id: 'Checks' });
export type Checks = z.infer<typeof checksSchema>;
