/** The built GUI: `index.html` at `/`, and its files with names that change with their content. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { MensuraError } from '../../support/errors.ts';
import type { Handler, Resource } from '../routing/resource.ts';
import { html, page } from './html.ts';
import { guiPolicy, type PagePolicy, plainPagePolicy } from './security-headers.ts';

/** How long a file with a hashed name may be kept. */
const ASSET_MAX_AGE = '1y';

/** The folder of a run in the addresses of files; a page of an earlier run goes on loading its files. */
const RUN_FOLDER = /^[\da-f]{32}$/;

/** The icon of all pages. */
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

/** Sends a file below a folder, always the whole of it; rejects when there is none. */
function sendBelow(root: string, file: string, response: Response, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(
      file,
      { root, etag: false, acceptRanges: false, dotfiles: 'ignore', ...options },
      (error?: Error) => {
        // A reader that left in the middle has nobody to be told.
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
 * Sends the GUI's page. Its files are at addresses of this run alone: another program that had the service's port before
 * may have left files of the same names in the browser's cache, for good.
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
