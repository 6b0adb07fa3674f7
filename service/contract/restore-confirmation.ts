/** How a caller confirms what a preview said. Without schemas: the command line starts quickly. */
import type { ConfirmedSetting, RestoreConfirm, RestoreEffect } from './restore.ts';

/** Whether the user is asked for an origin by itself: it is new, and nothing else stands for it. */
export function isNewOrigin({ kind, confirm }: RestoreEffect): boolean {
  return kind === 'origins' && confirm;
}

/**
 * Confirms everything that needs it, origins apart.
 * @param effects as the user has seen them
 * @param origins those that the user let in, one by one
 */
export function confirmationOf(effects: readonly RestoreEffect[], origins: readonly string[]): RestoreConfirm {
  const valuesOf = (wanted: RestoreEffect['kind']): string[] => {
    const values = effects.flatMap(({ kind, value, confirm }) => (kind === wanted && confirm ? [value] : []));
    return [...new Set(values)];
  };
  return {
    origins: [...origins],
    brokers: valuesOf('brokers'),
    gateways: valuesOf('gateways'),
    settings: valuesOf('settings') as ConfirmedSetting[],
  };
}
