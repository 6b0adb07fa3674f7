import type { Live } from '../../../data/live.ts';
import { askSettingsFacts, patchSettings } from '../../../data/settings/requests.ts';

/**
 * @returns why a flag prevents it in this run, as a sentence; empty if nothing does
 * @throws RequestError
 */
export async function showSimulated(wanted: boolean, { settings }: Pick<Live, 'settings'>): Promise<string> {
  settings.set(await patchSettings({ simulate: wanted }));
  const { overridden } = await askSettingsFacts(new AbortController().signal);
  const { simulate: reported } = overridden;
  if (reported === undefined) return '';
  const state = wanted ? 'hidden' : 'shown';
  return `Simulated devices stay ${state} because Mensura was started with ${reported}. Your choice applies the next time Mensura starts without it.`;
}
