/** The settings in the OpenAPI document. */
import { jsonBody, jsonResponse, NOT_SAVED, operationsOf, type PathItem, refusal, WRONG } from './operation.ts';
import { schemaRef } from './schemas.ts';

const operation = operationsOf('App API');

const SETTINGS: PathItem = {
  get: operation('settings', 'The settings', {
    answers: { '200': jsonResponse('All settings; no password is among them.', schemaRef('Settings')) },
  }),
  patch: operation('patch-settings', 'Change settings', {
    description:
      'What is left out stays as it is. All of it holds when this is answered, or nothing was changed. A new port answers by then; the old one goes on answering until nothing was asked there for 5 seconds, event streams included, and for 10 minutes at most. What a flag or a variable stands before in this run is saved alone, and `simulate_publish` has its effect at the next start: `GET /app/v1/settings/facts` tells. Pages of listed origins may not change `port`, `allowed_origins` and `refuse_other_users`. Folders and serial ports are not changed here: that is done in the desktop app, by flag, or in `settings.json`.',
    body: jsonBody(schemaRef('SettingsPatch'), { history_raw_days: 180 }),
    answers: {
      '200': jsonResponse('All settings as they are now.', schemaRef('Settings')),
      '400': WRONG,
      '409': refusal('The port is held by another program; the message names it. Nothing was changed.'),
      '500': NOT_SAVED,
    },
  }),
};

const FACTS: PathItem = {
  get: operation('settings-facts', 'What is true of the settings in this run', {
    description: 'Where they are kept, what stands before them, and what waits for the next start.',
    answers: { '200': jsonResponse('The facts.', schemaRef('SettingsFacts')) },
  }),
};

export function settingsOperations(): Record<string, PathItem> {
  return { '/app/v1/settings': SETTINGS, '/app/v1/settings/facts': FACTS };
}
