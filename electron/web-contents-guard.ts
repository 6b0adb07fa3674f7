import { type App, shell, type WebContents, webContents } from 'electron';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { Address } from './address.ts';
import { classifyLink } from './links.ts';

export interface ContentsGuardOptions {
  address: Pick<Address, 'url'>;
  logger: Logger;
}

/** Opens a known link in the system browser. */
export function openExternal(link: string, { address, logger }: ContentsGuardOptions): void {
  if (classifyLink(link, address.url) === 'refused') {
    logger.warn(`blocked link ${link.slice(0, 200)} (unknown destination)`);
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
  if (navigation.isMainFrame && classifyLink(navigation.url, options.address.url) === 'app') return;
  navigation.preventDefault();
  if (navigation.isMainFrame) openExternal(navigation.url, options);
}

function guardContents(contents: WebContents, options: ContentsGuardOptions): void {
  contents.on('will-frame-navigate', (navigation) => guardNavigation(navigation, options));
  contents.on('will-redirect', (navigation) => guardNavigation(navigation, options));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url, options);
    return { action: 'deny' };
  });
}

/** Prevents foreign navigation, new windows and embedded pages in all contents. Call once, before the first page. */
export function guardWebContents(app: App, options: ContentsGuardOptions): void {
  for (const contents of webContents.getAllWebContents()) guardContents(contents, options);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, options));
  // The service uses plain HTTP on loopback: a login or a certificate comes from another program.
  app.on('login', (event) => event.preventDefault());
  app.on('certificate-error', (event, _contents, url, error, _certificate, respond) => {
    event.preventDefault();
    options.logger.warn(`rejected certificate of ${url.slice(0, 200)} (${error})`);
    respond(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, respond) => {
    event.preventDefault();
    respond();
  });
}
