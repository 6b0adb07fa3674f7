/** Alarms as MQTT and the tray see them. The rules and their evaluation are in `alarms/`. */
import type { Alarm, EntityChange } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';
import type { DeviceKey } from './types.ts';

export interface AlarmSource {
  /** The active alarms of a device, by channel and kind. */
  active(device: DeviceKey): readonly Alarm[];
  readonly events: Pick<Emitter<{ alarm: EntityChange<'alarm'> }>, 'on'>;
}
