import * as z from 'zod';
import type { FormError } from './form-error.ts';

/** @param check returns all errors of a form */
export function formSchema<Form>(check: (form: Form) => readonly FormError[]): z.ZodType<Form, Form> {
  return z.custom<Form>().check(({ value, issues }) => {
    for (const { path, message } of check(value)) {
      issues.push({ code: 'custom', path: path.split('./'), message, input: value });
    }
  });
}
