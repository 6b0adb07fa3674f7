/** Parts of the schemas of several entities. */
import * as z from 'zod';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function yesNo(): z.ZodBoolean {
  return z.boolean({ error: 'must be true or false' });
}

/** A whole number. @param unit as in ` min` */
export function whole(min: number, max: number, unit: string): z.ZodInt {
  const error = `must be a whole number from ${min} to ${max}${unit}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export function list<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(item, { error: 'must be an array' }).max(max, { error: `must have at most ${max} entries` });
}

/** Maximum length of a group's name, in characters. */
export const MAX_GROUP_LENGTH = 100;

/** The name of a group of devices; spaces at its ends are removed. */
export const groupText = z
  .string()
  .trim()
  .max(MAX_GROUP_LENGTH)
  .regex(/^\P{Cc}*$/u, { message: 'must not contain control characters' });
