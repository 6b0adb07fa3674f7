import { createContext, type ReactNode, useContext } from 'react';
import type { SettingsInfo } from '../../../service/contract/index.ts';
import type { Polled } from '../../data/history/use-polled.ts';
import type { ServiceForm } from './form/service-form.ts';

export const SettingsInfoContext = createContext<Polled<SettingsInfo> | null>(null);

export function useSettingsInfo(): Polled<SettingsInfo> {
  const known = useContext(SettingsInfoContext);
  if (!known) throw new Error('useFacts needs a FactsContext around it.');
  return known;
}

export interface SettingHintProps {
  /** As in the API. */
  name: keyof ServiceForm;
  /** The default, as worded in the option. */
  usual: string;
  children: ReactNode;
}

export function OverrideHint({ name, usual, children }: SettingHintProps) {
  const { result: facts } = useSettingsInfo();
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
