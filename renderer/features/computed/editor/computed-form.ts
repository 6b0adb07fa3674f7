import {
  type ComputedChannel,
  type ComputedInput,
  type ComputedPreviewInput,
  computedInputSchema,
  fieldsOf,
} from '../../../../service/contract/index.ts';
import { type FormError, fieldErrors, labelsOf } from '../../../components/config-editor/field-errors.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { type FormValues, formValues, inputValues } from '../../../components/form/form-values.ts';

export const COMPUTED_FIELDS = fieldsOf(computedInputSchema);

/** Texts as typed, the maximum age in seconds. */
export type ComputedForm = FormValues<ComputedInput>;

export const EMPTY_FORM: ComputedForm = formValues(COMPUTED_FIELDS, {});

export function formOf({ computed }: Pick<ComputedChannel, 'computed'>): ComputedForm {
  return formValues(COMPUTED_FIELDS, computed);
}

/** As the API expects it; NaN for text that is not a number. */
export function inputOf(form: ComputedForm): ComputedInput {
  return inputValues(COMPUTED_FIELDS, form);
}

/** All field errors. */
export function checkForm(form: ComputedForm): FormError[] {
  return fieldErrors(COMPUTED_FIELDS, computedInputSchema.safeParse(inputOf(form)).error?.issues);
}

export const COMPUTED_FORM: FormDefinition<ComputedChannel, ComputedForm> = {
  labels: labelsOf(COMPUTED_FIELDS),
  formOf,
  formText: JSON.stringify,
  configurationText: ({ computed }) => JSON.stringify(computed),
};

/**
 * What to preview: other invalid fields must not hide the result of the formula. Undefined without a formula.
 * @param id of the saved computed channel; null for a new one
 */
export function previewInputOf(form: ComputedForm, id: string | null): ComputedPreviewInput | undefined {
  const { formula } = form;
  if (formula.trim() === '') return undefined;
  const { max_age_ms: ageSchema } = computedInputSchema.shape;
  const age = ageSchema.safeParse(inputOf(form).max_age_ms);
  const usual = ageSchema.parse(undefined);
  return { name: '', unit: '', decimals: 0, formula, max_age_ms: age.data ?? usual, id };
}
