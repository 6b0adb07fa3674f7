/** `/app/v1/settings`: what may be set while the service runs. There is no secret among the settings. */
import { settingsPatchSchema } from '../../contract/index.ts';
import { sendJson } from '../answer.ts';
import type { SettingsAdministration } from '../options.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';

export function settingsRoutes(settings: SettingsAdministration): Resource[] {
  return [
    {
      path: '/app/v1/settings',
      get: (_request, response) => sendJson(response, settings.get()),
      patch: async (_request, response, body) =>
        sendJson(response, await settings.patch(checkBody(settingsPatchSchema, body))),
    },
  ];
}
