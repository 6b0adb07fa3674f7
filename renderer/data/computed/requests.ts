/** Every request throws RequestError. */
import type {
  ComputedChannel,
  ComputedInput,
  ComputedPreview,
  ComputedPreviewInput,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/computed';

function computedPath(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

export function createComputed(computed: ComputedInput): Promise<ComputedChannel> {
  return request(BASE, { method: 'POST', body: computed });
}

export function updateComputed(id: string, computed: ComputedInput): Promise<ComputedChannel> {
  return request(computedPath(id), { method: 'PUT', body: computed });
}

export function removeComputed(id: string): Promise<unknown> {
  return request(computedPath(id), { method: 'DELETE' });
}

/** Adds a recently deleted one again, with its ID. */
export function restoreComputed(id: string): Promise<ComputedChannel> {
  return request(`${computedPath(id)}/restore`, { method: 'POST' });
}

/** The result of a formula that is not saved. An invalid formula is part of the response, not an error. */
export function previewComputed(computed: ComputedPreviewInput, signal: AbortSignal): Promise<ComputedPreview> {
  return request(`${BASE}/preview`, { method: 'POST', body: computed, signal });
}

/** Sets its time integrals to 0. */
export function resetComputed(id: string): Promise<ComputedChannel> {
  return request(`${computedPath(id)}/reset`, { method: 'POST' });
}
