import { useFormContext, useWatch } from 'react-hook-form';
import { type Field, listText, parseField } from '../../../service/contract/index.ts';
import { CheckGroup, type CheckListOption } from '../form/check-group.tsx';

export interface CheckListProps {
  /** Of a list. */
  field: Field;
  /** Selected values that are not among them are listed, too. */
  options: readonly CheckListOption[];
  /** Shown without any option. */
  none: string;
}

/** Check boxes for the items of a declared list. */
export function CheckList({ field, options, none }: CheckListProps) {
  const { path } = field;
  const { setValue, getFieldState, formState } = useFormContext();
  const text = String(useWatch({ name: path }) ?? '');
  const chosen = parseField(field, text) as string[];
  const known = new Set(options.map(({ value }) => value));
  const others = chosen.filter((value) => !known.has(value)).map((value): CheckListOption => ({ value, label: value }));
  return (
    <CheckGroup
      label={field.label}
      path={path}
      options={[...options, ...others]}
      chosen={chosen}
      onChange={(next) =>
        setValue(path, listText(field, next), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
      none={none}
      hint={field.help}
      error={getFieldState(path, formState).error?.message ?? ''}
    />
  );
}
