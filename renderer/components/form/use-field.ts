/** Binds a control to a field of the form around it. */
import { type FieldPath, type FieldValues, type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { afterPointerUp } from './after-pointer-up.ts';

export interface FieldBinding extends UseFormRegisterReturn {
  /** What is wrong with it, as a sentence. */
  error: string | undefined;
}

/** @param checkedWith the field whose check depends on this one too */
export function useFormField<Form extends FieldValues>(
  name: FieldPath<Form>,
  checkedWith?: FieldPath<Form>,
): FieldBinding {
  const { register, getFieldState, formState } = useFormContext<Form>();
  const { onBlur, ...binding } = register(name, checkedWith ? { deps: [checkedWith] } : {});
  return {
    ...binding,
    onBlur: async (event) => afterPointerUp(() => void onBlur(event)),
    error: getFieldState(name, formState).error?.message,
  };
}

/** The same for a control that is only on or off, of which nothing can be wrong. */
export function useFormSwitch<Form extends FieldValues>(name: FieldPath<Form>): UseFormRegisterReturn {
  return useFormContext<Form>().register(name);
}
