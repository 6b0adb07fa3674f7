import { expect, it } from 'vitest';
import { Address } from '../../electron/address.ts';

it('knows the former address until the page has come along, and no longer than the service answers there', () => {
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
