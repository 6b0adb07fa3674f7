/** Holds every page of the app to its place: no navigation away, no further windows, no embedded pages. */
import { type App, shell, type WebContents, webContents } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { judgeLink } from './links.ts';

export interface ContentsGuardOptions {
  /** Where the service is, which is its pages' origin. */
  address: Pick<Address, 'url'>;
  logger: Logger;
}

/** Opens a link outside the app, if it is one that the app knows. */
export function openOutside(link: string, { address, logger }: ContentsGuardOptions): void {
  if (judgeLink(link, address.url) === 'refused') {
    logger.warn(`link blocked (unknown destination): ${link.slice(0, 200)}`);
    return;
  }
  shell.openExternal(link).catch((error: unknown) => {
    logger.error(`cannot open the system browser: ${errorText(error)}`);
  });
}

interface Navigation {
  url: string;
  isMainFrame: boolean;
  preventDefault(): void;
}

function guardNavigation(navigation: Navigation, options: ContentsGuardOptions): void {
  if (navigation.isMainFrame && judgeLink(navigation.url, options.address.url) === 'app') return;
  navigation.preventDefault();
  if (navigation.isMainFrame) openOutside(navigation.url, options);
}

function guardContents(contents: WebContents, options: ContentsGuardOptions): void {
  contents.on('will-frame-navigate', (navigation) => guardNavigation(navigation, options));
  contents.on('will-redirect', (navigation) => guardNavigation(navigation, options));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url, options);
    return { action: 'deny' };
  });
}

/** Guards all pages of the app, those there and those to come. Needed once, before the first page is loaded. */
export function guardAllContents(app: App, options: ContentsGuardOptions): void {
  for (const contents of webContents.getAllWebContents()) guardContents(contents, options);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, options));
  // The service speaks plain HTTP on loopback: whoever asks for a log-in or shows a certificate is somebody else.
  app.on('login', (event) => event.preventDefault());
  app.on('certificate-error', (event, _contents, url, error, _certificate, answer) => {
    event.preventDefault();
    options.logger.warn(`certificate rejected (${error}): ${url.slice(0, 200)}`);
    answer(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
}
