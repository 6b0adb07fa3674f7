import { useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import type { ClientForm } from '../form/client-form.ts';

export const useField = useFormField<ClientForm>;
export const useSwitch = useFormSwitch<ClientForm>;
