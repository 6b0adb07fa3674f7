/** The settings in the OpenAPI document. */
import { jsonBody, jsonResponse, NOT_SAVED, operationsOf, type PathItem, WRONG } from './operation.ts';
import { schemaRef } from './schemas.ts';

const operation = operationsOf('App API');

const SETTINGS: PathItem = {
  get: operation('settings', 'The settings', {
    answers: { '200': jsonResponse('All settings; no password is among them.', schemaRef('Settings')) },
  }),
  patch: operation('patch-settings', 'Change settings', {
    description:
      'What is left out stays as it is. It holds at once. Ports and folders are not changed here: that is done by flag, or in `settings.json`.',
    body: jsonBody(schemaRef('SettingsPatch'), { history_raw_days: 180 }),
    answers: {
      '200': jsonResponse('All settings as they are now.', schemaRef('Settings')),
      '400': WRONG,
      '500': NOT_SAVED,
    },
  }),
};

export function settingsOperations(): Record<string, PathItem> {
  return { '/app/v1/settings': SETTINGS };
}
