/** A form's checks in the shape that the form library takes. */
import * as z from 'zod';
import type { FormProblem } from './form-problem.ts';

/** @param check answers everything that is wrong with a form */
export function formSchema<Form>(check: (form: Form) => readonly FormProblem[]): z.ZodType<Form, Form> {
  return z.custom<Form>().check(({ value, issues }) => {
    for (const { path, message } of check(value)) {
      issues.push({ code: 'custom', path: path.split('./'), message, input: value });
    }
  });
}
