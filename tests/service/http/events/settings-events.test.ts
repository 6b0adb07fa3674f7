/** The settings on the event stream: every window shows the same units. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settingsSchema } from '../../../../service/contract/index.ts';
import { openEvents } from '../support/event-client.ts';
import { type Host, startHost } from '../support/host.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

test('sends the settings last to a new reader', async () => {
  host.attach('E1', 20);
  const client = await openEvents(host.port);
  await client.untilCount(1);
  expect(client.settings).toHaveLength(1);
  expect(settingsSchema.parse(client.settings[0]?.value)).toEqual(host.world.settings.get());
  expect(client.text.indexOf('"kind":"settings"')).toBeGreaterThan(client.text.lastIndexOf('"kind":"device"'));
  client.close();
});

test('sends each change of a setting to every reader, with an ID', async () => {
  const [first, second] = [await openEvents(host.port), await openEvents(host.port)];
  await first.until(() => first.settings.length === 1);
  await second.until(() => second.settings.length === 1);
  await host.world.settings.patch({ display_units: { '°C': '°F' } });
  for (const client of [first, second]) {
    await client.until(() => client.settings.length === 2);
    expect(client.settings[1]?.value).toMatchObject({ display_units: { '°C': '°F' } });
    expect(client.settings[1]?.id).not.toBe('');
    client.close();
  }
});
