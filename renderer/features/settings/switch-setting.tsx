import { useId } from 'react';
import { Switch } from '../../components/form/field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import { SERVICE_LABELS, type ServiceForm } from './form/service-form.ts';
import { OverrideHint, type SettingHintProps } from './override-hint.tsx';

export function SwitchSetting({ name, usual, children }: SettingHintProps) {
  const hintId = useId();
  const { error, ...field } = useFormField<ServiceForm>(name);
  return (
    <div className="switch-setting">
      <Switch label={SERVICE_LABELS[name]} {...field} aria-describedby={hintId} />
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
