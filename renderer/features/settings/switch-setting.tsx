import { useId } from 'react';
import { Switch } from '../../components/form/switch.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import type { ServiceForm } from './form/service-form.ts';
import { OverrideHint, type SettingHintProps } from './override-hint.tsx';

export interface SwitchSettingProps extends SettingHintProps {
  label: string;
}

export function SwitchSetting({ label, name, usual, children }: SwitchSettingProps) {
  const hintId = useId();
  const { error, ...field } = useFormField<ServiceForm>(name);
  return (
    <div className="switch-setting">
      <Switch label={label} {...field} aria-describedby={hintId} />
      <div className="form-notes" id={hintId}>
        {error && (
          <p role="alert" className="field-error">
            {error}
          </p>
        )}
        <p className="form-hint">
          <OverrideHint name={name} usual={usual}>
            {children}
          </OverrideHint>
        </p>
      </div>
    </div>
  );
}
