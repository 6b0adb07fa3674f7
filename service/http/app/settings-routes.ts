/** `/app/v1/settings`: the settings that can be changed while the service runs. They contain no secrets. */
import { settingsPatchSchema } from '../../contract/index.ts';
import { requireSameOrigin } from '../guards/same-origin.ts';
import type { SettingsAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';

/** Settings by which an allowed page could admit others, or take the service away from the user. */
const OWN_PAGES_ONLY = ['port', 'allowed_origins', 'refuse_other_users'] as const;

export function settingsRoutes(settings: SettingsAdministration): Resource[] {
  return [
    {
      path: '/app/v1/settings',
      get: (_request, response) => sendJson(response, settings.get()),
      patch: async (request, response, body) => {
        const patch = checkBody(settingsPatchSchema, body);
        for (const name of OWN_PAGES_ONLY) if (patch[name] !== undefined) requireSameOrigin(request, `change ${name}`);
        sendJson(response, await settings.patch(patch));
      },
    },
    { path: '/app/v1/settings/facts', get: (_request, response) => sendJson(response, settings.facts()) },
  ];
}
