import { describe, expect, test } from 'vitest';
import { Address } from '../../electron/address.ts';

test('keeps the former address until the page moves or the service leaves it', () => {
  const address = new Address('');
  address.move('http://127.0.0.1:1');
  expect(address.formerUrl).toBeUndefined();
  address.move('http://127.0.0.1:2');
  address.move('http://127.0.0.1:3');
  expect([address.url, address.formerUrl]).toEqual(['http://127.0.0.1:3', 'http://127.0.0.1:1']);
  address.arrive();
  expect(address.formerUrl).toBeUndefined();
  address.move('http://127.0.0.1:4');
  address.leave('http://127.0.0.1:2');
  expect(address.formerUrl).toBe('http://127.0.0.1:3');
  address.leave('http://127.0.0.1:3');
  expect(address.formerUrl).toBeUndefined();
});

describe('two searches for a moving service', () => {
  test('end at the new address in either order; the outdated result is discarded', async () => {
    const address = new Address('http://127.0.0.1:11395');
    const old = Promise.withResolvers<{ url: string }>();
    const answers = [old.promise, Promise.resolve({ url: 'http://127.0.0.1:12000' })];
    const discarded: string[] = [];
    const follow = () =>
      address.follow(
        () => answers.shift() ?? Promise.resolve({ url: 'http://127.0.0.1:12000' }),
        ({ url }) => discarded.push(url),
      );
    const first = follow();
    const second = follow();
    expect(await second).toEqual({ url: 'http://127.0.0.1:12000' });
    old.resolve({ url: 'http://127.0.0.1:11395' });
    expect(await first).toEqual({ url: 'http://127.0.0.1:12000' });
    expect(address.url).toBe('http://127.0.0.1:12000');
    expect(discarded).toEqual(['http://127.0.0.1:11395']);
  });

  test('keep the address while no service is found', async () => {
    const address = new Address('http://127.0.0.1:11395');
    expect(
      await address.follow(
        async () => undefined,
        () => {},
      ),
    ).toBeUndefined();
    expect(address.url).toBe('http://127.0.0.1:11395');
  });
});
