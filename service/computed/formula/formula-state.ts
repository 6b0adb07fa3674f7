import * as z from 'zod';
import { integralStateSchema } from './integral.ts';
import { MAX_OVER_TIME } from './limits.ts';

/** The time integrals of a formula, in their order in the text. */
export const formulaStateSchema = z.strictObject({ integrals: z.array(integralStateSchema).max(MAX_OVER_TIME) });
export type FormulaState = z.infer<typeof formulaStateSchema>;
