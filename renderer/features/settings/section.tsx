import { createContext, type ReactNode, useContext, useId } from 'react';
import type { SettingsInfo } from '../../../service/contract/index.ts';
import { FieldError, Switch, TextField } from '../../components/form/field.tsx';
import { useFormField } from '../../components/form/use-field.ts';
import type { Polled } from '../../data/history/use-polled.ts';
import type { ServiceForm } from './form/service-form.ts';
import { SERVICE_LABELS } from './labels.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from './routes.ts';

export const SettingsInfoContext = createContext<Polled<SettingsInfo> | null>(null);

export function useSettingsInfo(): Polled<SettingsInfo> {
  const known = useContext(SettingsInfoContext);
  if (!known) throw new Error('useSettingsInfo needs a SettingsInfoContext around it.');
  return known;
}

type SettingValue = SettingsInfo['effective'][string];

function plainWord(value: SettingValue): string {
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value);
}

interface SettingHintProps {
  /** As in the API. */
  name: keyof ServiceForm;
  /** The default, as worded in the option. */
  usual: string;
  /** Words a value as the control does. Default: the value, and On or Off. */
  wordOf?: (value: SettingValue) => string;
  children: ReactNode;
}

export function OverrideHint({ name, usual, wordOf = plainWord, children }: SettingHintProps) {
  const { result: facts } = useSettingsInfo();
  const source = facts?.overridden[name];
  const value = facts?.effective[name];
  const word = value === undefined ? undefined : wordOf(value);
  return (
    <>
      {children} Default: {usual}.
      {source && (
        <span className="setting-fact">
          {word === undefined ? 'Overridden' : `In this run: ${word}. Overridden`} by{' '}
          <code className="mono">{source}</code>. The saved value applies the next time Mensura starts without it.
        </span>
      )}
      {facts?.pending.includes(name) && (
        <span className="setting-fact">
          {word !== undefined && `In this run: ${word}. `}Takes effect after a restart.
        </span>
      )}
    </>
  );
}

export function headingId(id: SettingsSection): string {
  return `settings-${id}`;
}

export function Section({ id, children }: { id: SettingsSection; children: ReactNode }) {
  return (
    <section className="settings-card" aria-labelledby={headingId(id)}>
      <h2 id={headingId(id)} tabIndex={-1}>
        {SETTINGS_SECTIONS.find((section) => section.id === id)?.word}
      </h2>
      {children}
    </section>
  );
}

interface TextSettingProps extends SettingHintProps {
  unit?: string;
  inputMode: 'numeric' | 'decimal' | 'text';
}

export function TextSetting({ name, usual, wordOf = plainWord, children, ...input }: TextSettingProps) {
  const hint = (
    <OverrideHint name={name} usual={usual} wordOf={wordOf}>
      {children}
    </OverrideHint>
  );
  return <TextField label={SERVICE_LABELS[name]} {...input} {...useFormField<ServiceForm>(name)} hint={hint} />;
}

export function SwitchSetting({ name, usual, children }: SettingHintProps) {
  const hintId = useId();
  const { error, ...field } = useFormField<ServiceForm>(name);
  return (
    <div className="switch-setting">
      <Switch label={SERVICE_LABELS[name]} {...field} aria-describedby={hintId} />
      <div className="form-notes" id={hintId}>
        {error && <FieldError text={error} />}
        <p className="form-hint">
          <OverrideHint name={name} usual={usual}>
            {children}
          </OverrideHint>
        </p>
      </div>
    </div>
  );
}
