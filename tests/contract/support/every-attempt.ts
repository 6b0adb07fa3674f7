/** What a page can try: every way that a browser gives it to reach another server. */

/** What each attempt came to: `failed`, `opaque` (an answer that cannot be read), or a status with its text. */
export type Attempts = Record<string, string>;

/** Tries every way there is. Runs in the page, so it may use nothing from outside. */
export async function tryEverything(base: string): Promise<Attempts> {
  type Node = Record<string, unknown> & { click(): void };
  const scope = globalThis as unknown as {
    document: { createElement(tag: string): Node; body: { append(node: unknown): void } };
    EventSource: new (url: string) => { addEventListener(name: string, listener: () => void): void; close(): void };
    Worker: new (url: string) => { addEventListener(name: string, listener: (event: { data: string }) => void): void };
    navigator: { sendBeacon(url: string, body: unknown): boolean };
  };
  const fetched = async (path: string, options: RequestInit): Promise<string> => {
    try {
      const response = await fetch(`${base}${path}`, options);
      return response.type === 'opaque' ? 'opaque' : `${response.status} ${await response.text()}`;
    } catch {
      return 'failed';
    }
  };
  const element = (tag: string, set: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const node = scope.document.createElement(tag);
      node['onload'] = () => resolve('loaded');
      node['onloadeddata'] = () => resolve('loaded');
      node['onerror'] = () => resolve('failed');
      Object.assign(node, set);
      scope.document.body.append(node);
    });
  const opened = (source: { addEventListener(name: string, act: () => void): void; close(): void }): Promise<string> =>
    new Promise((resolve) => {
      for (const [name, result] of [['open', 'open'] as const, ['error', 'failed'] as const]) {
        source.addEventListener(name, () => {
          source.close();
          resolve(result);
        });
      }
    });
  /** A worker, so a script: what it loads says so, where it may. */
  const worked = (code: string): Promise<string> =>
    new Promise((resolve) => {
      try {
        const worker = new scope.Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        worker.addEventListener('message', ({ data }) => resolve(data));
        worker.addEventListener('error', () => resolve('failed'));
      } catch {
        resolve('failed');
      }
    });
  const socketUrl = `${base.replace('http', 'ws')}/app/v1/events`;
  const write = JSON.stringify({ note: 'written by another page' });
  const device = '/app/v1/devices/usb/E24638';
  const json = { 'Content-Type': 'application/json' };
  scope.navigator.sendBeacon(`${base}${device}`, write);
  scope.navigator.sendBeacon(`${base}/app/v1/reset`, new Blob(['{}'], { type: 'text/plain' }));
  const link = scope.document.createElement('a');
  Object.assign(link, { href: 'javascript:void 0', ping: `${base}/app/v1/reset` });
  link.click();
  return {
    read: await fetched('/3.7.0/devices/usb', {}),
    old: await fetched('/3.5.0/devices/usb', {}),
    info: await fetched('/device-service-info', {}),
    app: await fetched('/app/v1/devices', {}),
    openapi: await fetched('/openapi.json', {}),
    page: await fetched('/', {}),
    opaque: await fetched('/3.7.0/devices/usb', { mode: 'no-cors' }),
    kept: await fetched('/3.7.0/devices/usb', { mode: 'no-cors', keepalive: true }),
    credentials: await fetched('/app/v1/devices', { credentials: 'include' }),
    custom: await fetched('/app/v1/devices', { headers: { 'X-Requested-With': 'XMLHttpRequest' } }),
    write: await fetched(device, { method: 'PATCH', headers: json, body: write }),
    plainWrite: await fetched(device, { method: 'POST', mode: 'no-cors', body: write }),
    put: await fetched('/app/v1/settings', { method: 'PUT', headers: json, body: '{}' }),
    remove: await fetched('/app/v1/mqtt/clients/lab', { method: 'DELETE' }),
    export: await fetched('/app/v1/export?channel=usb/E24638/temperature&format=csv', { mode: 'no-cors' }),
    image: await element('img', { src: `${base}/3.7.0/devices/usb` }),
    icon: await element('img', { src: `${base}/favicon.svg` }),
    script: await element('script', { src: `${base}/3.7.0/devices/usb` }),
    module: await element('script', { type: 'module', src: `${base}/openapi.json` }),
    style: await element('link', { rel: 'stylesheet', href: `${base}/openapi.json` }),
    video: await element('video', { src: `${base}/3.7.0/devices/usb` }),
    worker: await worked(
      `try { importScripts(${JSON.stringify(`${base}/3.7.0/devices/usb`)}); postMessage('ran'); } catch { postMessage('failed'); }`,
    ),
    workerRead: await worked(
      `fetch(${JSON.stringify(`${base}/3.7.0/devices/usb`)}).then((one) => one.text()).then(postMessage, () => postMessage('failed'));`,
    ),
    stream: await opened(new scope.EventSource(`${base}/app/v1/events`)),
    socket: await opened(new WebSocket(socketUrl)),
  };
}
