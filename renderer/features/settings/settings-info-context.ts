import { createContext, useContext } from 'react';
import type { SettingsInfo } from '../../../service/contract/index.ts';
import type { Polled } from '../../data/history/use-polled.ts';

export const SettingsInfoContext = createContext<Polled<SettingsInfo> | null>(null);

export function useSettingsInfo(): Polled<SettingsInfo> {
  const known = useContext(SettingsInfoContext);
  if (!known) throw new Error('useFacts needs a FactsContext around it.');
  return known;
}
