/** Binds a control to a field of the form. */
import { type FieldPath, type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { afterPress } from '../../../components/form/after-press.ts';
import type { ClientForm } from '../form/client-form.ts';

export interface BoundField extends UseFormRegisterReturn {
  /** What is wrong with it, as a sentence. */
  error: string | undefined;
}

/** @param checkedWith the field whose check depends on this one too */
export function useField(name: FieldPath<ClientForm>, checkedWith?: FieldPath<ClientForm>): BoundField {
  const { register, getFieldState, formState } = useFormContext<ClientForm>();
  const { onBlur, ...binding } = register(name, checkedWith ? { deps: [checkedWith] } : {});
  return {
    ...binding,
    onBlur: async (event) => afterPress(() => void onBlur(event)),
    error: getFieldState(name, formState).error?.message,
  };
}

/** The same for a control that is only on or off, of which nothing can be wrong. */
export function useSwitch(name: FieldPath<ClientForm>): UseFormRegisterReturn {
  return useFormContext<ClientForm>().register(name);
}
