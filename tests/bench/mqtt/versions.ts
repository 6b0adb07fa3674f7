import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import { findProgram } from '../../mqtt/support/programs.ts';

/** What the figures were taken with, as in `Mosquitto 2.0.11, MQTT.js 5.16.0`. */
export function mqttVersions(): string {
  const { stdout } = spawnSync(findProgram('mosquitto') ?? 'mosquitto', ['-h'], { encoding: 'utf8' });
  const broker = /version (\S+)/.exec(stdout)?.[1] ?? 'missing';
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/mqtt/package.json'), 'utf8')) as {
    version: string;
  };
  return `Mosquitto ${broker}, MQTT.js ${version}`;
}
