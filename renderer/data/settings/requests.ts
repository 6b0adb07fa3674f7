import type { Settings, SettingsInfo, SettingsPatch } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

/** Omitted settings stay. @throws RequestError */
export function patchSettings(patch: SettingsPatch): Promise<Settings> {
  return request<Settings>('/app/v1/settings', { method: 'PATCH', body: patch });
}

/** @throws RequestError */
export function askSettingsFacts(signal: AbortSignal): Promise<SettingsInfo> {
  return request<SettingsInfo>('/app/v1/settings/facts', { signal });
}
