import type { Settings, SettingsInfo, SettingsPatch } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

/**
 * Changes settings; what the patch leaves out stays as it is.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export function patchSettings(patch: SettingsPatch): Promise<Settings> {
  return request<Settings>('/app/v1/settings', { method: 'PATCH', body: patch });
}

/** What is true of the settings in this run. @throws RequestError */
export function askSettingsFacts(signal: AbortSignal): Promise<SettingsInfo> {
  return request<SettingsInfo>('/app/v1/settings/facts', { signal });
}
