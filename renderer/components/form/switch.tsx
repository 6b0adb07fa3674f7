import type { ComponentProps, ReactNode } from 'react';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'className'> {
  label: ReactNode;
}

export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className="switch">
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells by itself whether it is checked */}
      <input data-field={input.name} {...input} type="checkbox" role="switch" />
      <span>{label}</span>
    </label>
  );
}
