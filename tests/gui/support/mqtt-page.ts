/** The MQTT page in a browser, on a service that is played. */
import type { Browser } from 'playwright';
import type { OpenPageOptions } from './browser.ts';
import { type EntryPage, openEntries } from './entry-page.ts';
import type { FakeService } from './fake-service.ts';

export type MqttPage = EntryPage;

/** @param route below `#/mqtt` */
export function openMqtt(
  browser: Browser,
  service: FakeService,
  route = '',
  options: OpenPageOptions = {},
): Promise<MqttPage> {
  return openEntries(browser, `${service.url}/#/mqtt${route}`, 'Topics and figures', options);
}
