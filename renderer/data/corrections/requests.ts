/** Every request throws RequestError. */
import {
  type ChannelCorrection,
  type ChannelRef,
  type CorrectionInput,
  type CorrectionPreview,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

function pathOf({ family, serial, channel }: ChannelRef): string {
  return `/app/v1/devices/${family}/${encodeURIComponent(serial)}/channels/${encodeURIComponent(channel)}/correction`;
}

export function saveCorrection(of: ChannelRef, input: CorrectionInput): Promise<ChannelCorrection> {
  return request(pathOf(of), { method: 'PUT', body: input });
}

export function removeCorrection(of: ChannelRef): Promise<unknown> {
  return request(pathOf(of), { method: 'DELETE' });
}

/** Changes nothing. */
export function previewCorrection(
  of: ChannelRef,
  input: CorrectionInput,
  signal: AbortSignal,
): Promise<CorrectionPreview> {
  return request(`${pathOf(of)}/preview`, { method: 'POST', body: input, signal });
}
