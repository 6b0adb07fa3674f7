/** Binds a control to a field of a rule's form. */
import { useFormField } from '../../../components/form/use-field.ts';
import type { RuleForm } from '../form/rule-form.ts';

export const useField = useFormField<RuleForm>;
