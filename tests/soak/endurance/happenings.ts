/** Failures and user actions of the endurance run. */
import { setTimeout as delay } from 'node:timers/promises';
import { GATEWAY_FAULTS } from '../../emulator/gateway/faults.ts';
import type { Random } from '../../support/random.ts';
import { killFor } from '../support/databases.ts';
import type { Happening } from './disturbances.ts';
import { acknowledgeAlarms } from './requests.ts';
import type { Rig } from './rig.ts';

/** Time for which a cable, a gateway or the remote Mensura is disconnected, in milliseconds. */
const AWAY_MS = { min: 300, max: 8000 };

/** Pauses of the slow reader, in milliseconds; it is disconnected after 60 s, checked every 15 s. */
const SLOW_MS = { min: 20_000, max: 50_000 };

/** API requests, in turn. */
const QUESTIONS = [
  '/3.7.0/devices/usb',
  '/3.7.0/devices/usb/measurements',
  '/3.7.0/devices/gateway',
  '/app/v1/status',
  '/app/v1/alarms',
  '/app/v1/gateways',
  '/app/v1/history?channel=usb/E20001/temperature&channel=usb/SIM00001/temperature&points=500',
  '/app/v1/history/storage',
  '/metrics',
] as const;

const EXPORT = '/app/v1/export?channel=usb/E20001/temperature&channel=usb/E20002/temperature&format=csv';

/** @param refused called with failed requests */
export function happenings(rig: Rig, random: Random, refused: (what: string) => void): Happening[] {
  const { service, sensgate, remote, instruments, slow, window, databases } = rig;
  let asked = 0;
  const ask = async (path: string): Promise<void> => {
    const response = await fetch(service.url + path);
    const text = await response.text();
    if (response.status !== 200) refused(`${path} returned ${response.status}: ${text.slice(0, 200)}`);
  };
  const away = (): Promise<unknown> => delay(random.whole(AWAY_MS.min, AWAY_MS.max));
  return [
    {
      name: 'cable pulled',
      apartMs: { min: 3000, max: 15_000 },
      happen: () => random.pick(instruments).pull(random.whole(AWAY_MS.min, AWAY_MS.max)),
    },
    {
      name: 'SensGate switched off',
      apartMs: { min: 10_000, max: 30_000 },
      happen: async () => {
        await sensgate.stop();
        await away();
        await sensgate.start();
      },
    },
    {
      name: 'SensGate response invalid',
      apartMs: { min: 10_000, max: 30_000 },
      happen: async () => {
        sensgate.fault(random.pick(GATEWAY_FAULTS));
        await away();
        sensgate.fault('well');
      },
    },
    {
      name: 'remote Mensura stopped',
      apartMs: { min: 15_000, max: 60_000 },
      happen: async () => {
        await remote.stop();
        await away();
        await remote.goOn();
      },
    },
    {
      name: 'InfluxDB killed',
      apartMs: { min: 10_000, max: 40_000 },
      happen: () => killFor(databases.server('InfluxDB'), random.whole(AWAY_MS.min, AWAY_MS.max)),
    },
    {
      // A kill would cost readings that it confirmed, but did not store yet: `database-kills` does that.
      name: 'VictoriaMetrics frozen',
      apartMs: { min: 10_000, max: 40_000 },
      happen: async () => {
        databases.server('VictoriaMetrics').pause();
        await away();
        databases.server('VictoriaMetrics').resume();
      },
    },
    {
      name: 'slow reader paused',
      apartMs: { min: 2000, max: 10_000 },
      happen: async () => {
        slow.pause();
        await delay(random.whole(SLOW_MS.min, SLOW_MS.max));
        slow.resume();
      },
    },
    {
      name: 'alarms acknowledged',
      apartMs: { min: 10_000, max: 60_000 },
      happen: () => acknowledgeAlarms(service.url),
    },
    { name: 'page opened', apartMs: { min: 3000, max: 10_000 }, happen: () => window.wander(random) },
    { name: 'export', apartMs: { min: 10_000, max: 30_000 }, happen: () => ask(EXPORT) },
    {
      name: 'API request',
      apartMs: { min: 50, max: 300 },
      happen: () => ask(QUESTIONS[asked++ % QUESTIONS.length] ?? QUESTIONS[0]),
    },
  ];
}
