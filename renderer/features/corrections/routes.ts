/** The hash routes of corrections, below those of their device. */
import type { ChannelRef } from '../../../service/contract/index.ts';
import { routeText } from '../../data/format/route-text.ts';
import { deviceOfRoute, deviceRoute } from '../devices/routes.ts';

const CORRECT = 'correct';
const RECORD = 'record';

export function correctionRoute(of: ChannelRef): string {
  return `${deviceRoute(of)}/${CORRECT}/${encodeURIComponent(of.channel)}`;
}

/** The page to print. */
export function recordRoute(of: ChannelRef): string {
  return `${correctionRoute(of)}/${RECORD}`;
}

export interface CorrectionTarget {
  readonly of: ChannelRef;
  readonly isRecord: boolean;
}

/** The correction in a route; undefined for another route. */
export function correctionOfRoute(route: string): CorrectionTarget | undefined {
  const [, , , , action, channel, last] = route.split('/');
  const device = deviceOfRoute(route);
  if (!device || device.family === 'computed' || action !== CORRECT || !channel) return undefined;
  return { of: { ...device, channel: routeText(channel) }, isRecord: last === RECORD };
}
