import { useMemo } from 'react';
import { channelPath } from '../../../../service/contract/index.ts';
import type { ChannelGroup } from '../../../data/compare/selectable-channels.ts';
import { useDisplayUnits } from '../../../data/react.ts';
import type { UnitOf } from './run-form.ts';

/** Finds the display unit of a channel; the empty unit if it is unknown. */
export function useUnitOf(groups: readonly ChannelGroup[]): UnitOf {
  const units = useDisplayUnits();
  return useMemo(() => {
    const known = new Map(groups.flatMap(({ channels }) => channels).map(({ path, unit }) => [path, unit]));
    return (channel) => units.of(known.get(channelPath(channel)) ?? '');
  }, [groups, units]);
}
