/** `/app/v1/settings`: the settings that can be changed while the service runs. They contain no secrets. */
import { settingsPatchSchema } from '../../contract/index.ts';
import { requireSameOrigin } from '../guards/local-request.ts';
import { operationsOf, type Route, STORAGE_FAILED } from './route.ts';

/** Settings by which an allowed page could admit others, or take the service away from the user. */
const OWN_PAGES_ONLY = ['port', 'allowed_origins', 'refuse_other_users'] as const;

const { read, write } = operationsOf('App API');

export const SETTINGS_ROUTES: readonly Route[] = [
  {
    path: '/app/v1/settings',
    get: read('settings', 'Get the settings', {
      ok: ['All settings. They contain no passwords.', 'Settings'],
      handle: ({ services }) => services.settings.get(),
    }),
    patch: write('patch-settings', 'Change settings', {
      description:
        'Omitted settings are not changed. All changes are in effect when the response is sent, or none are. A new port is open by then; the previous port stays open until it has had no request or event stream for 5 s, but for at most 10 minutes. A setting that is overridden by a flag or environment variable in this run is only saved, and `simulate_publish` applies at the next start: see `GET /app/v1/settings/facts`. Pages of allowed origins cannot change `port`, `allowed_origins` and `refuse_other_users`. Folders cannot be changed here; use the desktop app, a flag, or `settings.json`. Serial ports have operations of their own.',
      body: { schema: settingsPatchSchema, example: { history_raw_days: 180 } },
      ok: ['All settings.', 'Settings'],
      errors: {
        '409': 'The port is in use by another program, which the message names. Nothing was changed.',
        '500': STORAGE_FAILED,
      },
      handle: ({ services, request, body }) => {
        const patch = body();
        for (const name of OWN_PAGES_ONLY) if (patch[name] !== undefined) requireSameOrigin(request, `change ${name}`);
        return services.settings.patch(patch);
      },
    }),
  },
  {
    path: '/app/v1/settings/facts',
    get: read('settings-facts', 'Get the overridden and pending settings of this run', {
      description: 'The location of the settings, active overrides, and changes that apply at the next start.',
      ok: ['Location, overrides and pending changes.', 'SettingsFacts'],
      handle: ({ services }) => services.settings.facts(),
    }),
  },
];
