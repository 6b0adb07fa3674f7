/** What is said below a setting: its effect, its default, and what stands before it in this run. */
import type { ReactNode } from 'react';
import type { ServiceForm } from './form/service-form.ts';
import { useSettingsInfo } from './settings-info-context.ts';

export interface SettingHintProps {
  /** As the API names it. */
  name: keyof ServiceForm;
  /** In words. */
  usual: string;
  /** What it does. */
  children: ReactNode;
}

export function OverrideHint({ name, usual, children }: SettingHintProps) {
  const { answer: facts } = useSettingsInfo();
  const source = facts?.overridden[name];
  return (
    <>
      {children} Default: {usual}.
      {source && (
        <span className="setting-fact">
          Overridden by <code className="mono">{source}</code>. The saved value applies the next time Mensura starts
          without it.
        </span>
      )}
      {facts?.pending.includes(name) && <span className="setting-fact">Takes effect after a restart.</span>}
    </>
  );
}
