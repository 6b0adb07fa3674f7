/** Whether this browser plays a sound when an alarm is raised. */
import { readPreference, writePreference } from '../preferences.ts';
import { type Readable, ValueStore } from '../store.ts';

const PREFERENCE = 'alarm-sound';

const sound = new ValueStore(readPreference(PREFERENCE) === 'on');

export const alarmSound: Readable<boolean> = sound;

export function setAlarmSound(isOn: boolean): void {
  sound.set(isOn);
  writePreference(PREFERENCE, isOn ? 'on' : 'off');
}
