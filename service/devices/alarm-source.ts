/** Alarms, as those see them who tell others: MQTT, the tray. The rules and their judgement are elsewhere. */
import type { Alarm, AlarmEvent } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';
import type { DeviceKey } from './instrument.ts';

export interface AlarmSource {
  /** The active alarms of a device, by channel and kind; empty when there is none. */
  active(device: DeviceKey): readonly Alarm[];
  readonly events: Pick<Emitter<{ alarm: AlarmEvent }>, 'on'>;
}
