/** Schemas of texts in MQTT clients, gateways and databases. */
import * as z from 'zod';

/** Maximum length of a PEM text, in characters: a chain of many certificates. */
export const MAX_PEM = 65_536;

export function text(): z.ZodString {
  return z.string({ error: 'must be a string' });
}

/** A string with a check that returns its error. */
export function checked(problem: (value: string) => string | undefined): z.ZodString {
  return text().check((context) => {
    const message = problem(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });
}
