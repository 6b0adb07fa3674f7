import type { Settings, SettingsPatch } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

/**
 * Changes settings; what the patch leaves out stays as it is.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export function patchSettings(patch: SettingsPatch): Promise<Settings> {
  return request<Settings>('/app/v1/settings', { method: 'PATCH', body: patch });
}
