/** Messages and configurations for tests of senders. */
import { type DestinationFields, destinationFieldsSchema } from '../../service/contract/index.ts';
import type { DestinationConfig, NotifiedAlarm, OutgoingMessage } from '../../service/notifications/types.ts';
import { NO_SECRETS, type Secrets } from '../../service/secrets/secrets.ts';

export const RAISED: NotifiedAlarm = {
  event: 'raised',
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  alarm: {
    id: '01b2c3d4-5',
    rule: 'a01b2c3d4',
    family: 'usb',
    serial: 'E24638',
    channel: 'temperature',
    kind: 'above',
    severity: 'warning',
    message: '',
    limit: 30,
    magnitude: 31.2,
    peak: 31.2,
    unit: '°C',
    since: '2026-01-02T03:04:05.000Z',
    ended: null,
    count: 1,
    flapping: false,
    acknowledged: null,
    acknowledged_by: '',
    acknowledgment_comment: '',
  },
  device: 'Cold room (E24638)',
  channel: 'Temperature',
  value: '31.20 °C',
  limit: '30 °C',
  condition: 'Temperature above 30 °C',
};

export function message(more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    id: 'm-1',
    kind: 'alarms',
    subject: 'Alarm: Cold room – 31.20 °C',
    text: 'Cold room (E24638)\nTemperature above 30 °C: "31.20 °C"',
    html: '<p>Cold room: <b>31.20 °C</b></p>',
    chart: undefined,
    alarms: [RAISED],
    link: 'http://127.0.0.1:11395/',
    at: Date.UTC(2026, 0, 2, 3, 4, 6),
    ...more,
  };
}

/** @param secrets null: unreadable */
export function destination(
  fields: Partial<DestinationFields> & Pick<DestinationFields, 'kind'>,
  secrets: Partial<Secrets> | null = {},
): DestinationConfig {
  return {
    id: 'n01a2b3c4',
    fields: destinationFieldsSchema.parse({ name: 'Lab', ...fields }),
    secrets: secrets && { ...NO_SECRETS, ...secrets },
  };
}
