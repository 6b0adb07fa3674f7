/** Simulated instruments, shown and removed while the service runs. */
import type { Live } from '../../../data/live.ts';
import { askSettingsFacts, patchSettings } from '../../../data/settings/requests.ts';

/**
 * Shows simulated instruments, or removes them.
 * @returns what stands against it in this run, as a sentence for the user; empty where nothing does
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export async function showSimulated(wanted: boolean, { settings }: Pick<Live, 'settings'>): Promise<string> {
  settings.set(await patchSettings({ simulate: wanted }));
  const { overridden } = await askSettingsFacts(new AbortController().signal);
  const { simulate: told } = overridden;
  if (told === undefined) return '';
  const state = wanted ? 'hidden' : 'shown';
  return `Simulated devices stay ${state} because Mensura was started with ${told}. Your choice applies the next time Mensura starts without it.`;
}
