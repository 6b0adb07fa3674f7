import { type FieldPath, type FieldValues, type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
import { afterPointerUp } from './after-pointer-up.ts';

export interface FieldBinding extends UseFormRegisterReturn {
  /** A sentence. */
  error: string | undefined;
}

/** @param checkedWith field whose validation depends on this one */
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

/** For a switch, which is always valid. */
export function useFormSwitch<Form extends FieldValues>(name: FieldPath<Form>): UseFormRegisterReturn {
  return useFormContext<Form>().register(name);
}
