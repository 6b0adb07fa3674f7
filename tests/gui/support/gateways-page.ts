/** The Gateways page in a browser, on a service that is played. */
import type { Browser } from 'playwright';
import type { OpenPageOptions } from './browser.ts';
import { type EntryPage, openEntries } from './entry-page.ts';
import type { FakeService } from './fake-service.ts';

/** @param route below `#/gateways` */
export function openGateways(
  browser: Browser,
  service: FakeService,
  route = '',
  options: OpenPageOptions = {},
): Promise<EntryPage> {
  return openEntries(browser, `${service.url}/#/gateways${route}`, 'State and instruments', options);
}
