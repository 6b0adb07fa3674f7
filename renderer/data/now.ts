import { type Readable, ValueStore } from './store.ts';

/** Ages are shown anew after this at the latest, in milliseconds. A little more than between readings of once a second. */
const TICK_MS = 1100;

/** New readings bring the ages along unless those are younger than this, in milliseconds. */
const SOON_MS = 500;

const clock = new ValueStore(0);
let listeners = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  clearTimeout(timer);
  clock.set(Date.now());
  timer = setTimeout(tick, TICK_MS);
}

/** This computer's time in milliseconds since 1970. One timer for every age on the page, and none while nothing shows one. */
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

/** Something else is shown anew just now: ages that come along cost no picture of their own. */
export function tickWithFrame(): void {
  if (listeners > 0 && Math.abs(Date.now() - clock.get()) >= SOON_MS) tick();
}
