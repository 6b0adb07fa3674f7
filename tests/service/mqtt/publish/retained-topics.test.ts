import { beforeEach, describe, expect, test } from 'vitest';
import { RetainedTopics } from '../../../../service/mqtt/publish/retained-topics.ts';
import { silentLogger } from '../../../../service/support/logger.ts';

const DELIVERED = { kind: 'delivered' } as const;

describe('retained topics', () => {
  let topics: RetainedTopics;
  let kept: Set<string>;
  let cleared: string[];
  let ready: number;

  beforeEach(() => {
    kept = new Set(['a', 'b']);
    cleared = [];
    ready = 0;
    topics = new RetainedTopics({
      qos: 1,
      isReleased: (topic) => kept.has(topic),
      onCleared: (topic) => cleared.push(topic),
      logger: silentLogger,
    });
    topics.onReady = () => {
      ready += 1;
    };
  });

  const takeAll = (): string[] => {
    const taken: string[] = [];
    for (let message = topics.take(); message; message = topics.take()) {
      taken.push(`${message.topic}=${message.payload}`);
    }
    return taken;
  };

  test('only the newest payload of a topic is handed out, at the place of the first', () => {
    topics.set('a', '1');
    topics.set('b', '1');
    topics.set('a', '2');
    expect(ready).toBeGreaterThan(0);
    expect(takeAll()).toEqual(['a=2', 'b=1']);
  });

  test('a newer payload follows one that is on its way', () => {
    topics.set('a', '1');
    expect(takeAll()).toEqual(['a=1']);
    topics.set('a', '2');
    expect(takeAll()).toEqual(['a=2']);
  });

  test('a topic waits until it may be handed out, also after a lost connection', () => {
    topics.set('c', '1');
    expect(ready).toBe(0);
    topics.set('c', '2');
    topics.rewind();
    topics.release();
    expect(takeAll()).toEqual([]);
    kept.add('c');
    topics.release();
    expect(ready).toBe(1);
    expect(takeAll()).toEqual(['c=2']);
    topics.rewind();
    expect(takeAll()).toEqual(['c=2']);
  });

  test('a topic that was cleared is forgotten', () => {
    topics.set('a', '');
    const message = topics.take()!;
    expect(cleared).toEqual([]);
    topics.settle(message, DELIVERED);
    expect(cleared).toEqual(['a']);
    topics.rewind();
    expect(takeAll()).toEqual([]);
  });

  test('a topic that is said again while it is being cleared is not forgotten', () => {
    topics.set('a', '');
    const message = topics.take()!;
    topics.set('a', 'online');
    expect(takeAll()).toEqual(['a=online']);
    topics.settle(message, DELIVERED);
    expect(cleared).toEqual([]);
    topics.rewind();
    expect(takeAll()).toEqual(['a=online']);
  });

  test('a topic that is to be cleared once more is not forgotten before that', () => {
    topics.set('a', '');
    const first = topics.take()!;
    topics.set('a', 'online');
    topics.set('a', '');
    topics.settle(first, DELIVERED);
    expect(cleared).toEqual([]);
    topics.settle(topics.take()!, DELIVERED);
    expect(cleared).toEqual(['a']);
  });

  test('a clearing that the broker refused is tried again on the next connection', () => {
    topics.set('a', '');
    topics.settle(topics.take()!, { kind: 'refused', text: 'not authorized' });
    expect(cleared).toEqual([]);
    expect(takeAll()).toEqual([]);
    topics.rewind();
    expect(takeAll()).toEqual(['a=']);
  });
});
