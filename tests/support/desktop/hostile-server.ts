/** A program of another user at the port of the service. */
import { createServer, type Server } from 'node:http';
import type { DesktopApp } from './desktop.ts';

/** A worker that shows its own page in place of every other. */
const WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(new Response('<p>taken over by a worker', { headers: { 'Content-Type': 'text/html' } }));
  });`;

interface HostileServer {
  /** The paths that it was asked for. */
  asked: string[];
  stop(): Promise<unknown>;
}

/** Takes the port. What it answers says "taken over". */
export async function takePort(port: number): Promise<HostileServer> {
  const asked: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url.split('?')[0] ?? '');
    const isWorker = url === '/worker.js';
    response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? WORKER : '<title>Mensura</title><p>taken over');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { asked, stop };
}

/** What the window shows, and whether it has the bridge: asked of the main process, whatever becomes of the page. */
export const shown = ({ electron }: DesktopApp): Promise<string> =>
  electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents || contents.isCrashed() || contents.isLoading()) return 'nothing yet';
    return (await contents.executeJavaScript('typeof mensura + " " + document.body.innerText')) as string;
  });
