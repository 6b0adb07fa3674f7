import { describe, expect, test } from 'vitest';
import { LatestWarning, WARNING_VISIBLE_MS } from '../../../../../service/drivers/gateway/remote/latest-warning.ts';
import { ProductPool } from '../../../../../service/drivers/gateway/remote/product-pool.ts';
import { TokenBucket } from '../../../../../service/drivers/gateway/remote/token-bucket.ts';
import { describePth, ManualClock } from '../../../devices/support.ts';

describe('the token bucket', () => {
  test('gives its reserve at once, and then so much a second', () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket(clock, { perSecond: 10, atOnce: 20 });
    expect(bucket.take(15)).toBe(true);
    expect(bucket.take(6)).toBe(false);
    expect(bucket.take(5)).toBe(true);
    expect(bucket.take(1)).toBe(false);
    clock.advance(100);
    expect(bucket.take(1)).toBe(true);
    clock.advance(3_600_000);
    expect(bucket.take(20)).toBe(true);
    expect(bucket.take(0.1)).toBe(false);
  });
});

describe('kinds', () => {
  const facts = (changes: Partial<ReturnType<typeof describePth>> = {}) => {
    const { product, vendor, productName, firmware, protocols, simulated } = describePth('E1', changes);
    return { product, vendor, productName, firmware, protocols, simulated };
  };

  test('what is equal is one object, until nobody uses it', () => {
    const pool = new ProductPool(10);
    const kind = pool.take(facts(), pool);
    expect(pool.take(facts(), pool)).toBe(kind);
    expect(pool.take(facts({ firmware: { major: 2, minor: 5 } }), pool)).not.toBe(kind);
    expect(pool.size).toBe(2);
    if (!kind) throw new Error('There is room.');
    pool.release(kind);
    expect(pool.take(facts(), pool)).toBe(kind);
    pool.release(kind);
    pool.release(kind);
    expect(pool.size).toBe(1);
    // Once too often.
    pool.release(kind);
    expect(pool.size).toBe(1);
  });

  test('channels in another order are another kind', () => {
    const pool = new ProductPool(10);
    const { product } = facts();
    const channels = Object.fromEntries(Object.entries(product.channels).toReversed());
    expect(pool.take(facts(), pool)).not.toBe(pool.take(facts({ product: { ...product, channels } }), pool));
  });

  test('no more than so many', () => {
    const pool = new ProductPool(1);
    expect(pool.take(facts(), pool)).toBeDefined();
    expect(pool.take(facts(), pool)).toBeDefined();
    expect(pool.take(facts({ vendor: 'another' }), pool)).toBeUndefined();
  });
});

describe('notices', () => {
  test('the newest, for a minute after it was last true', () => {
    const clock = new ManualClock();
    const notices = new LatestWarning(clock);
    expect(notices.current).toBeNull();
    expect(notices.add('answer-broken', 'lab/about', 'is not JSON', 'Look there.')).toBe(true);
    clock.advance(WARNING_VISIBLE_MS);
    expect(notices.add('answer-broken', 'lab/about', 'is not JSON', 'Look there.')).toBe(false);
    expect(notices.current).toEqual({
      code: 'answer-broken',
      text: 'lab/about is not JSON.',
      remedy: 'Look there.',
      timestamp: '2026-11-20T14:46:12.318Z',
    });
    clock.advance(WARNING_VISIBLE_MS + 1);
    expect(notices.current).toBeNull();
    expect(notices.add('answer-broken', 'lab/about', 'is not JSON', 'Look there.')).toBe(true);
  });

  test('a long topic is cut', () => {
    const notices = new LatestWarning(new ManualClock());
    notices.add('answer-broken', 'x'.repeat(1000), 'is not JSON', '');
    expect(notices.current?.text).toBe(`${'x'.repeat(200)}... is not JSON.`);
  });
});
