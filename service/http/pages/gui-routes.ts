/** The built window: `index.html` at `/`, and its files with hashed names. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { MensuraError } from '../../support/errors.ts';
import { html } from '../../support/html.ts';
import type { Handler, Resource } from '../routing/resource.ts';
import { page } from './html.ts';
import { guiPolicy, type PagePolicy, plainPagePolicy } from './security-headers.ts';

/** Cache time of a file with a hashed name. */
const ASSET_MAX_AGE = '1y';

/** The folder of a run in the URLs of files. A page of an earlier run can still load its files. */
const RUN_FOLDER = /^[\da-f]{32}$/;

const ICON = 'favicon.svg';

const MISSING_PAGE = page(
  'Mensura',
  html`<main>
<h1>Mensura</h1>
<p>The service is running, but its user interface is not installed. To build it, run <code>npm run build</code>.</p>
<p>The API is available: see the <a href="/docs">API reference</a>.</p>
</main>`,
);

function withPolicy(policy: PagePolicy, handler: Handler): Handler {
  return (request, response) => {
    policy(request, response);
    return handler(request, response);
  };
}

/** Sends a complete file from a folder; rejects if there is none. */
function sendBelow(root: string, file: string, response: Response, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(
      file,
      { root, etag: false, acceptRanges: false, dotfiles: 'ignore', ...options },
      (error?: Error) => {
        // A client that disconnected midway needs no response.
        if (!error || response.headersSent) resolve();
        else reject(new MensuraError('not-found', 'File not found.', { cause: error }));
      },
    );
  });
}

function sendMissingPage(_request: Request, response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.type('html').send(MISSING_PAGE);
}

/**
 * Sends the page of the window. The URLs of its files are unique to this run: another program on the same port may have
 * left files with the same names in the browser's cache.
 */
async function sendIndex(rendererDir: string, run: string, response: Response): Promise<void> {
  const index = await readFile(join(rendererDir, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new MensuraError('not-found', 'File not found.', { cause });
  });
  response.setHeader('Cache-Control', 'no-cache');
  response.type('html').send(index.replaceAll('"./assets/', `"./assets/${run}/`));
}

export function guiRoutes(rendererDir: string | undefined): Resource[] {
  if (rendererDir === undefined || !existsSync(join(rendererDir, 'index.html'))) {
    return [{ path: '/', get: withPolicy(plainPagePolicy, sendMissingPage) }];
  }
  const run = randomBytes(16).toString('hex');
  return [
    { path: '/', get: withPolicy(guiPolicy, (_request, response) => sendIndex(rendererDir, run, response)) },
    {
      path: '/assets/*file',
      get: withPolicy(guiPolicy, (request, response) => {
        const segments = request.params['file'] as unknown as string[];
        const file = RUN_FOLDER.test(segments[0] ?? '') ? segments.slice(1) : segments;
        return sendBelow(join(rendererDir, 'assets'), file.join('/'), response, {
          immutable: true,
          maxAge: ASSET_MAX_AGE,
        });
      }),
    },
    {
      path: `/${ICON}`,
      get: (_request, response) => sendBelow(rendererDir, ICON, response, { maxAge: '1d' }),
    },
  ];
}
