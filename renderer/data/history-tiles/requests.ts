import { decodeHistory, HISTORY_BINARY_TYPE } from '../../../service/contract/history-binary.ts';
import {
  type ChannelRef,
  channelPath,
  type HistoryStatistics,
  type StoredChannels,
} from '../../../service/contract/index.ts';
import { request, requestBytes } from '../requests.ts';
import type { FetchHistory } from './tile-loader.ts';

const HISTORY = '/app/v1/history';

/** Milliseconds since 1970, `to` exclusive. */
function query(channels: readonly ChannelRef[], from: number, to: number): URLSearchParams {
  const parameters = new URLSearchParams(channels.map((channel) => ['channel', channelPath(channel)]));
  parameters.set('from', String(Math.floor(from)));
  parameters.set('to', String(Math.ceil(to)));
  return parameters;
}

/** @throws RequestError; Error for a damaged response */
export const fetchHistory: FetchHistory = async ({ channels, from, to, points }, signal) => {
  const parameters = query(channels, from, to);
  parameters.set('points', String(points));
  return decodeHistory(await requestBytes(`${HISTORY}?${parameters}`, HISTORY_BINARY_TYPE, { signal }));
};

/** @throws RequestError */
export function fetchStoredChannels(): Promise<StoredChannels> {
  return request<StoredChannels>(`${HISTORY}/channels`);
}

/** Also the channels of simulated devices, whose readings are in memory until the service stops. @throws RequestError */
export async function fetchShownChannels(): Promise<StoredChannels> {
  const [stored, session] = await Promise.all([fetchStoredChannels(), request<StoredChannels>(`${HISTORY}/session`)]);
  return { channels: [...stored.channels, ...session.channels] };
}

/** @param to exclusive @throws RequestError */
export function fetchStatistics(
  channels: readonly ChannelRef[],
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<HistoryStatistics> {
  return request<HistoryStatistics>(`${HISTORY}/statistics?${query(channels, from, to)}`, { signal });
}
