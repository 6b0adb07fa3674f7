import { useMemo } from 'react';
import type { DeviceKey } from '../../../service/contract/index.ts';
import { useLive, useReadable } from '../react.ts';
import type { EntityRecord } from '../stream/entity-store.ts';

/** The decimals that the user has set for a computed channel; undefined for every other channel, and if unknown. */
export type DecimalsOf = (device: DeviceKey) => number | undefined;

/** @param known computed channels by ID */
export function decimalsIn(known: ReadonlyMap<string, EntityRecord<'computed-channel'>>): DecimalsOf {
  return ({ family, serial }) => (family === 'computed' ? known.get(serial)?.view.computed.decimals : undefined);
}

/** The same function while no computed channel changes. */
export function useDecimals(): DecimalsOf {
  const known = useReadable(useLive().computed.known);
  return useMemo(() => decimalsIn(known), [known]);
}
