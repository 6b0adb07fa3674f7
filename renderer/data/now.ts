import { type Readable, ValueStore } from './store.ts';

/** Slightly longer than the interval of 1 Hz readings, which update the ages anyway. */
const TICK_MS = 1100;

/** Ages younger than this are not updated with new readings. */
const SOON_MS = 500;

const clock = new ValueStore(0);
let listeners = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  clearTimeout(timer);
  clock.set(Date.now());
  timer = setTimeout(tick, TICK_MS);
}

/** Current time for ages, in milliseconds since 1970. One timer for the page, and none while nobody subscribes. */
export const now: Readable<number> = {
  get: clock.get,
  subscribe: (listener) => {
    const end = clock.subscribe(listener);
    listeners += 1;
    if (listeners === 1) tick();
    return () => {
      end();
      listeners -= 1;
      if (listeners > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
  },
};

/** Something is rendered anyway: update the ages with it. */
export function tickWithFrame(): void {
  if (listeners > 0 && Math.abs(Date.now() - clock.get()) >= SOON_MS) tick();
}
