/** Every request throws RequestError. */
import type { Alarm, AlarmLog, Marker, MarkerInput, Markers } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';
import type { TimeRange } from './range-list.ts';

const MARKERS = '/app/v1/markers';

/** More could not be told apart as ticks. */
const MOST_ALARMS = 1000;

function query({ from, to }: TimeRange): string {
  return `from=${new Date(Math.floor(from)).toISOString()}&to=${new Date(Math.ceil(to)).toISOString()}`;
}

/** At most 1000. */
export async function askMarkers(range: TimeRange): Promise<readonly Marker[]> {
  return (await request<Markers>(`${MARKERS}?${query(range)}`)).markers;
}

/** Newest first. */
export async function askAlarms(range: TimeRange): Promise<readonly Alarm[]> {
  return (await request<AlarmLog>(`/app/v1/alarms/log?${query(range)}&limit=${MOST_ALARMS}`)).alarms;
}

export function addMarker(marker: MarkerInput): Promise<Marker> {
  return request<Marker>(MARKERS, { method: 'POST', body: marker });
}

export function changeMarker(id: number, marker: MarkerInput): Promise<Marker> {
  return request<Marker>(`${MARKERS}/${id}`, { method: 'PUT', body: marker });
}

export async function removeMarker(id: number): Promise<void> {
  await request(`${MARKERS}/${id}`, { method: 'DELETE' });
}
