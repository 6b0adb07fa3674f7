/** Confirms the effects of a preview. Without schemas, so that the command line starts quickly. */
import type { ConfirmedSetting, RestoreConfirm, RestoreEffect } from './restore.ts';

/** Whether the user is asked about an origin on its own: it is new, and no other effect covers it. */
export function isNewOrigin({ kind, confirm }: RestoreEffect): boolean {
  return kind === 'origins' && confirm;
}

/**
 * Confirms every effect that requires it, except origins.
 * @param effects as shown to the user
 * @param origins those that the user allowed
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
