/** Wire types of the log and of the checks. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';

export const logLevelSchema = z.enum(['error', 'warn', 'info', 'debug']).meta({ id: 'LogLevel' });

/** Maximum lines of one response. */
export const MAX_LOG_ENTRIES = 1000;

export const logEntrySchema = z
  .strictObject({
    id: z.int().meta({ description: 'Increases with each line of a run.' }),
    time: timestampSchema,
    level: logLevelSchema,
    part: z.string().meta({ description: 'Component, such as `serial` or `mqtt`; empty for the service as a whole.' }),
    text: z.string(),
    detail: z.string().optional().meta({ description: 'Stack trace of an error.' }),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.infer<typeof logEntrySchema>;

export const logResultSchema = z
  .strictObject({
    entries: z.array(logEntrySchema).meta({ description: 'Oldest first.' }),
    oldest: z.int().meta({ description: 'ID of the oldest available line; 0 if there is none.' }),
    newest: z.int().meta({ description: 'ID of the newest line; 0 if there is none.' }),
    file: z.string().meta({ description: 'Path of the log file of this and earlier runs.' }),
  })
  .meta({ id: 'LogAnswer' });
export type LogResult = z.infer<typeof logResultSchema>;

/** One requirement for finding and reading devices. `unknown`: the system does not report it. */
export const checkSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Stable, documented ID of the check.', example: 'udev-rule' }),
    title: z.string(),
    state: z.enum(['ok', 'missing', 'unknown']),
    text: z.string().meta({ description: 'Result of the check, as a sentence.' }),
    remedy: z.string().meta({ description: 'How to fix it, with commands in backquotes; empty if the check passed.' }),
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof checkSchema>;

export const checksSchema = z.strictObject({ checks: z.array(checkSchema) }).meta({ id: 'Checks' });
export type Checks = z.infer<typeof checksSchema>;
