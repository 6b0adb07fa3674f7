import type { ZoneOffset } from '../../service/support/local-time.ts';

/** The offset of Berlin in 2026: summer time from March 29 to October 25, each 01:00 UTC. */
export const berlin: ZoneOffset = (at) => (at >= Date.UTC(2026, 2, 29, 1) && at < Date.UTC(2026, 9, 25, 1) ? 120 : 60);
