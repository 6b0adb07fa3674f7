import { useFormField } from '../../../components/form/use-field.ts';
import type { RuleForm } from '../form/rule-form.ts';

export const useField = useFormField<RuleForm>;
