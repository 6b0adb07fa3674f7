/** An alarm as any: what the examples of the OpenAPI document ask for. */
import type { Alarm } from '../../service/contract/index.ts';

export const ALARM: Alarm = {
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  id: '01b2c3d4e5f6-5',
  rule: 'a01b2c3d4',
  kind: 'above',
  severity: 'warning',
  message: '',
  limit: 30,
  magnitude: 30.5,
  peak: 31.25,
  unit: '°C',
  since: '2026-11-20T14:45:12.318Z',
  ended: null,
  count: 1,
  flapping: false,
  acknowledged: null,
  acknowledged_by: '',
  acknowledgment_comment: '',
};
