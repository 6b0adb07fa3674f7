import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../service/support/logger.ts';

const desktop = vi.hoisted(() => ({ clicks: [] as (() => void)[], closed: [] as string[], bodies: [] as string[] }));

vi.mock('electron', () => ({
  Notification: class {
    readonly #options: { title: string; body: string };
    constructor(options: { title: string; body: string }) {
      this.#options = options;
    }
    on(name: string, listener: () => void): void {
      if (name === 'click') desktop.clicks.push(listener);
    }
    show(): void {
      desktop.bodies.push(this.#options.body);
    }
    close(): void {
      desktop.closed.push(this.#options.body);
    }
  },
}));

const { Notifier } = await import('../../electron/notifier.ts');

beforeEach(() => Object.assign(desktop, { clicks: [], closed: [], bodies: [] }));

const { platform } = process;
afterEach(() => Object.defineProperty(process, 'platform', { value: platform }));

test('limits open notifications, handles their clicks, and closes them at the end', () => {
  const notifier = new Notifier({ icon: '/icons/icon-256.png', logger: silentLogger });
  const clicked: number[] = [];
  for (let index = 1; index <= 12; index += 1) {
    notifier.show({ title: 'Alarm', body: `a${index}`, isUrgent: true, onClick: () => clicked.push(index) });
  }
  expect(desktop.closed).toEqual(['a1', 'a2']);
  desktop.clicks[11]?.();
  expect(clicked).toEqual([12]);
  notifier.stop();
  notifier.stop();
  expect(desktop.closed).toHaveLength(12);
});

test.each([
  ['linux', 'Room &lt;a href="x"&gt;1&lt;/a&gt; &amp; 2'],
  ['win32', 'Room <a href="x">1</a> & 2'],
  ['darwin', 'Room <a href="x">1</a> & 2'],
])('escapes markup in names on %s', (name, body) => {
  Object.defineProperty(process, 'platform', { value: name });
  const notifier = new Notifier({ icon: '/icons/icon-256.png', logger: silentLogger });
  notifier.show({ title: 'Alarm', body: 'Room <a href="x">1</a> & 2', isUrgent: true, onClick: () => {} });
  expect(desktop.bodies).toEqual([body]);
});
