import { useMemo } from 'react';
import { FORMULA_CONSTANTS, FORMULA_FUNCTIONS } from '../../../../service/contract/index.ts';
import { type SelectableChannel, selectableChannels } from '../../../data/compare/selectable-channels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { computedDevice } from '../routes.ts';
import { channelSuggestions, type Suggestion } from './completion.ts';

const FUNCTIONS: readonly Suggestion[] = [
  ...FORMULA_FUNCTIONS.map(
    ({ name, parameters, group, help }): Suggestion => ({
      kind: 'function',
      key: `function ${name}`,
      name,
      detail: parameters,
      help,
      words: `${name.replaceAll('_', ' ')} ${group} ${help}`,
      insert: name,
    }),
  ),
  ...FORMULA_CONSTANTS.map(
    ({ name, help }): Suggestion => ({
      kind: 'constant',
      key: `constant ${name}`,
      name,
      detail: '',
      help,
      words: help,
      insert: name,
    }),
  ),
];

/** The channels that a formula can have, and everything that can be completed. @param id its own, which cannot be an input */
export function useSuggestions(id: string | null): {
  channels: readonly SelectableChannel[];
  suggestions: readonly Suggestion[];
} {
  const records = useReadable(useLive().devices.known);
  return useMemo(() => {
    const own = id === null ? undefined : computedDevice(id).serial;
    const devices = records
      .map(({ device }) => device)
      .filter(({ family, serial }) => family !== 'computed' || serial !== own);
    const channels = selectableChannels(devices, []).flatMap((group) => group.channels);
    return { channels, suggestions: [...FUNCTIONS, ...channelSuggestions(channels)] };
  }, [records, id]);
}
