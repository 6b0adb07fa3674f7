/** The hash routes of the Runs page. */
import { type ChannelRef, channelPath, parseChannelPath } from '../../../service/contract/index.ts';
import { routeBelow } from '../../data/format/route-text.ts';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import { formatRange, parseRange, splitRoute } from '../charts/view/chart-range.ts';

export const RUNS_ROUTE = '/runs';

/** No ID collides with it. */
export const NEW_RUN_ROUTE = `${RUNS_ROUTE}/+new`;

export type RunTarget =
  | { readonly kind: 'list' }
  /** `range`: undefined to start now. */
  | { readonly kind: 'new'; readonly channels: readonly ChannelRef[]; readonly range: TimeRange | undefined }
  | { readonly kind: 'run' | 'edit'; readonly id: number }
  /** `text`: as typed. */
  | { readonly kind: 'unknown'; readonly text: string };

export function runRoute(id: number): string {
  return `${RUNS_ROUTE}/${id}`;
}

export function editRunRoute(id: number): string {
  return `${runRoute(id)}/edit`;
}

export function reportRoute(id: number): string {
  return `${runRoute(id)}/report`;
}

/** The form of a run of stored readings. */
export function saveAsRunRoute(channels: readonly ChannelRef[], range: TimeRange): string {
  const parameters = new URLSearchParams(channels.map((channel) => ['channel', channelPath(channel)]));
  return `${NEW_RUN_ROUTE}/${parameters}&${formatRange(range)}`;
}

/** @param route as in the address, not decoded */
export function runTarget(route: string): RunTarget {
  const { base, text } = splitRoute(route);
  if (base === NEW_RUN_ROUTE) {
    const range = parseRange(text);
    const channels = new URLSearchParams(text).getAll('channel').flatMap((path) => parseChannelPath(path) ?? []);
    return { kind: 'new', channels, range: range && 'from' in range ? range : undefined };
  }
  const [id = '', mode] = routeBelow(route, RUNS_ROUTE).split('/');
  if (id === '') return { kind: 'list' };
  if (!/^\d{1,15}$/.test(id)) return { kind: 'unknown', text: id };
  return { kind: mode === 'edit' ? 'edit' : 'run', id: Number(id) };
}
