/** The settings in the OpenAPI document. */
import {
  INVALID_BODY,
  jsonBody,
  operationsOf,
  type PathItem,
  refusal,
  responseSpec,
  STORAGE_FAILED,
} from './operation.ts';
import { schemaRef } from './schemas.ts';

const operation = operationsOf('App API');

const SETTINGS: PathItem = {
  get: operation('settings', 'Get the settings', {
    answers: { '200': responseSpec('All settings. They contain no passwords.', schemaRef('Settings')) },
  }),
  patch: operation('patch-settings', 'Change settings', {
    description:
      'Omitted settings are not changed. All changes are in effect when the response is sent, or none are. A new port is open by then; the previous port stays open until it has had no request or event stream for 5 seconds, but for at most 10 minutes. A setting that is overridden by a flag or environment variable in this run is only saved, and `simulate_publish` applies at the next start: see `GET /app/v1/settings/facts`. Pages of allowed origins cannot change `port`, `allowed_origins` and `refuse_other_users`. Folders and serial ports cannot be changed here; use the desktop app, a flag, or `settings.json`.',
    body: jsonBody(schemaRef('SettingsPatch'), { history_raw_days: 180 }),
    answers: {
      '200': responseSpec('All settings.', schemaRef('Settings')),
      '400': INVALID_BODY,
      '409': refusal('The port is in use by another program, which the message names. Nothing was changed.'),
      '500': STORAGE_FAILED,
    },
  }),
};

const FACTS: PathItem = {
  get: operation('settings-facts', 'Get the overridden and pending settings of this run', {
    description: 'The location of the settings, active overrides, and changes that apply at the next start.',
    answers: { '200': responseSpec('Location, overrides and pending changes.', schemaRef('SettingsFacts')) },
  }),
};

export function settingsOperations(): Record<string, PathItem> {
  return { '/app/v1/settings': SETTINGS, '/app/v1/settings/facts': FACTS };
}
