/** The MQTT page in a browser, on a service that is played. */
import type { Browser, Locator, Page } from 'playwright';
import { type OpenPage, type OpenPageOptions, openPage } from './browser.ts';
import type { FakeService } from './fake-service.ts';

export interface MqttPage extends OpenPage {
  /** A field of the form, by its label. */
  field(label: string): Locator;
  /** The button at the foot of the form that saves. */
  save: Locator;
  /** The part of the page with the form. */
  main: Locator;
  details: Locator;
  row(name: string | RegExp): Locator;
}

/** @param route below `#/mqtt` */
export async function openMqtt(
  browser: Browser,
  service: FakeService,
  route = '',
  options: OpenPageOptions = {},
): Promise<MqttPage> {
  const opened = await openPage(browser, `${service.url}/#/mqtt${route}`, options);
  const { page } = opened;
  const main = page.getByRole('main');
  return {
    ...opened,
    main,
    field: (label) => main.getByRole('textbox', { name: label, exact: true }),
    save: page.locator('.save-bar').getByRole('button').last(),
    details: page.getByRole('region', { name: 'Topics and figures' }),
    row: (name) => page.getByRole('option', { name }),
  };
}

/** What has the focus, as the user knows it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    return element?.getAttribute('data-field') ?? element?.getAttribute('data-client') ?? element?.textContent ?? '';
  })()`);
}
