/** The form's checks in the shape that the form library takes. */
import * as z from 'zod';
import { checkForm } from './check-form.ts';
import type { ClientForm } from './client-form.ts';
import type { FormRules } from './form-problem.ts';

/** The schema of a form under these rules. */
export function formSchema(rules: FormRules): z.ZodType<ClientForm, ClientForm> {
  return z.custom<ClientForm>().check(({ value, issues }) => {
    for (const { path, message } of checkForm(value, rules)) {
      issues.push({ code: 'custom', path: path.split('.'), message, input: value });
    }
  });
}
