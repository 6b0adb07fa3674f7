/** Alarms that the test sets. */
import type { Alarm, EntityChange } from '../../../../service/contract/index.ts';
import { type AlarmSource, type DeviceKey, deviceKey } from '../../../../service/devices/types.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { ALARM } from '../../../support/alarm.ts';

/** What `ALARM` is in a payload. */
export const PAYLOAD =
  '[{"acknowledged":null,"acknowledged_by":"","acknowledgment_comment":"","channel":"temperature","flapping":false,"kind":"above","limit":30,"magnitude":30.5,"message":"","severity":"warning","since":"2026-11-20T14:45:12.318Z","unit":"°C"}]';

export class PlayedAlarmSource implements AlarmSource {
  readonly events = new Emitter<{ alarm: EntityChange<'alarm'> }>((error) => {
    throw error;
  });
  readonly #alarms = new Map<string, Alarm>();

  active(device: DeviceKey): Alarm[] {
    return [...this.#alarms.values()].filter((alarm) => deviceKey(alarm) === deviceKey(device) && alarm.ended === null);
  }

  /** Has an alarm be there, or be another, and says so. */
  raise(changes: Partial<Alarm> = {}): Alarm {
    const alarm = { ...ALARM, ...changes };
    this.#alarms.set(alarm.id, alarm);
    this.events.emit('alarm', { key: alarm.id, value: alarm });
    return alarm;
  }

  /** Ends an alarm that was acknowledged, and says so. */
  end(alarm: Alarm): void {
    this.raise({ ...alarm, ended: '2026-11-20T15:45:12.318Z' });
    this.#alarms.delete(alarm.id);
    this.events.emit('alarm', { key: alarm.id, value: null });
  }
}
