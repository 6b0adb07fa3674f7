/** The query parameters for channels and ranges in the OpenAPI document. */
import { MAX_HISTORY_CHANNELS } from '../../contract/index.ts';
import type { Parameter } from '../openapi/operation.ts';

function timestampParameter(name: string, description: string): Parameter {
  return {
    name,
    in: 'query',
    required: false,
    description: `${description} ISO 8601 with a time zone, or milliseconds since 1970.`,
    schema: { type: 'string', example: '2026-11-20T14:45:12.318Z' },
  };
}

/** @param whenLeftOut the defaults, as sentences */
export function timeRangeParameters(whenLeftOut: { from: string; to: string }): Parameter[] {
  return [
    timestampParameter('from', `Start of the range. ${whenLeftOut.from}`),
    timestampParameter('to', `End of the range, exclusive. ${whenLeftOut.to}`),
  ];
}

export const LAST_HOUR = timeRangeParameters({ from: 'Default: 1 hour before `to`.', to: 'Default: now.' });

export const CHANNELS: Parameter = {
  name: 'channel',
  in: 'query',
  required: true,
  description: `\`family/serial/channel\`, each part percent-encoded. Repeat it for up to ${MAX_HISTORY_CHANNELS} channels.`,
  schema: { type: 'array', items: { type: 'string', example: 'usb/E24638/temperature' } },
};
