/** Binds a control to a field of a client's form. */
import { useFormField, useFormSwitch } from '../../../components/form/use-field.ts';
import type { ClientForm } from '../form/client-form.ts';

export const useField = useFormField<ClientForm>;
export const useSwitch = useFormSwitch<ClientForm>;
