/** A service that a hostile page is after, and a real browser that has the page open. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { atEnd } from '../../support/at-end.ts';
import { launchEngine } from '../../support/browser.ts';
import { request } from '../../support/raw-http.ts';
import { plug, serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import type { Attempts } from '../support/every-attempt.ts';

/** What pages could change, or have the service do. */
const CHANGEABLE = ['alarms/rules', 'devices', 'exports', 'gateways', 'markers', 'mqtt/clients', 'settings'];

/** A web server on loopback that is not Mensura: every address has an empty page. @returns its port */
export async function servePages(head: Record<string, string> = {}, body = ''): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(head['Location'] ? 307 : 200, { 'Content-Type': 'text/html', ...head });
    response.end(`<!doctype html><title>other</title><body>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  atEnd(() => server.closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Target {
  service: RunningService;
  browser: Browser;
}

/**
 * Starts both; names below `example` lead to this computer, as those of a hostile DNS server do.
 * @param launch starts the browser: its engine alone, which has all the rules between origins, unless given
 */
export async function openTarget(allowedOrigins: readonly string[] = [], launch = launchEngine): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-abuse-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ version: 1, allowed_origins: allowedOrigins }));
  const service = await serve([await plug()], { dataDir });
  await until('the first reading', async () => {
    return (await request(service.port, { path: '/3.7.0/devices/usb/E24638/measurement' })).status === 200;
  });
  const browser = await launch(['--host-resolver-rules=MAP *.example 127.0.0.1']);
  atEnd(() => browser.close());
  return { service, browser };
}

/** A page; all of a browser share one profile, since a new one takes longer than the page. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** All that a page could have changed, without what changes by itself. */
export async function stateOf({ port }: RunningService): Promise<string> {
  const parts = await Promise.all(
    CHANGEABLE.map(async (name) => {
      const { status, text } = await request(port, { path: `/app/v1/${name}` });
      if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
      return name === 'devices' ? [...text.matchAll(/"(?:alias|note|period_ms)":[^,}]*/g)].join() : text;
    }),
  );
  return parts.join('\n');
}

/** Nothing was read, loaded or begun: a refusal of the service or of the browser. An opaque answer tells nothing. */
export function expectNothing(attempts: Attempts, where: string): void {
  expect(
    Object.entries(attempts).filter(([, result]) => !/^(failed|opaque)$/.test(result)),
    where,
  ).toEqual([]);
}
