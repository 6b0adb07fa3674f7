/** How a device is called and described in words. */
import type { AppDevice } from '../../../service/contract/index.ts';

/** The user's own name for it, else its product's. */
export function deviceName({ alias, device }: AppDevice): string {
  return alias || device.info.product;
}

export type BadgeTone = 'plain' | 'good' | 'warning' | 'bad';

export interface Badge {
  word: string;
  tone: BadgeTone;
}

const STATES: Readonly<Record<AppDevice['state'], Badge | null>> = {
  measuring: null,
  starting: { word: 'Starting', tone: 'plain' },
  failing: { word: 'Failing', tone: 'bad' },
  silent: { word: 'No data', tone: 'warning' },
};

/** What is out of the ordinary, null while it measures. */
export function stateBadge({ state }: AppDevice): Badge | null {
  return STATES[state];
}

/** How it is attached. */
export function connectionBadge({ device }: AppDevice): Badge {
  const { gateway, vcp } = device.connections;
  if (gateway) return { word: `Node ${gateway.node_id}`, tone: 'plain' };
  return { word: vcp ? 'Serial' : 'USB', tone: 'plain' };
}

const SENTENCES: Readonly<Record<AppDevice['state'], string>> = {
  measuring: 'It measures.',
  starting: 'It has not sampled yet.',
  failing: 'It answers, but no channel has a valid reading.',
  silent: 'It is attached, but sends no data.',
};

/** The whole state in one sentence, for titles. */
export function describeState({ state }: AppDevice): string {
  return SENTENCES[state];
}

/** The sampling period in milliseconds. */
export function periodOf({ device }: AppDevice): number {
  return Object.values(device.channels)[0]?.period_ms ?? 0;
}
