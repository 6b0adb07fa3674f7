/** The software of a block, with versions. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackage } from '../../build/debian.ts';
import { ROOT } from '../../build/paths.ts';
import { findBrowser } from '../support/browser.ts';
import { findProgram } from '../support/programs.ts';
import type { Block } from './benchmarks.ts';

/** Software besides Mensura and Node, by block. */
const BESIDE: Partial<Record<Block, readonly (() => string)[]>> = {
  service: [express, socat],
  mqtt: [mosquitto, mqttJs],
  sending: [mosquitto, mqttJs],
  gateways: [mosquitto, mqttJs],
  databases: [influxDB, victoriaMetrics],
  history: [sqlite],
  charts: [chromium, uPlot],
  desktop: [electron],
  scaling: [mosquitto, mqttJs, sqlite],
};

/** As in `Mensura 3.7.0 (6c1d5e2)`, `Mosquitto 2.0.11`; `missing` in place of an unknown version. */
export function softwareOf(block: Block): string[] {
  return [mensura(), ...(BESIDE[block] ?? []).map((tell) => tell())];
}

function mensura(): string {
  const version = versionIn('package.json');
  // A copy without its history may be in a folder with another one.
  if (!existsSync(join(ROOT, '.git'))) return `Mensura ${version}`;
  const commit = saidBy('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], /^(\w+)/);
  return `Mensura ${version} (${commit})`;
}

function express(): string {
  return `express ${versionIn('node_modules/express/package.json')}`;
}

function mqttJs(): string {
  return `MQTT.js ${versionIn('node_modules/mqtt/package.json')}`;
}

function uPlot(): string {
  return `uPlot ${versionIn('node_modules/uplot/package.json')}`;
}

function electron(): string {
  return `Electron ${versionIn('node_modules/electron/package.json')}`;
}

function sqlite(): string {
  return `SQLite ${process.versions['sqlite'] ?? 'missing'}`;
}

function mosquitto(): string {
  return `Mosquitto ${saidBy(findProgram('mosquitto'), ['-h'], /version (\S+)/)}`;
}

function influxDB(): string {
  return `InfluxDB ${findPackage('influxdb')?.version ?? 'missing'}`;
}

function victoriaMetrics(): string {
  return `VictoriaMetrics ${findPackage('victoria-metrics')?.version ?? 'missing'}`;
}

function socat(): string {
  return `socat ${saidBy(findProgram('socat'), ['-V'], /socat version (\S+)/)}`;
}

function chromium(): string {
  return `Chromium ${saidBy(findBrowser(), ['--version'], /(\d+[\d.]+)/)}`;
}

/** The version in a `package.json` of the source tree. */
function versionIn(file: string): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { version: string };
  return version;
}

/** @param program its path, or undefined if missing */
function saidBy(program: string | undefined, args: readonly string[], version: RegExp): string {
  const said = program === undefined ? '' : spawnSync(program, args, { encoding: 'utf8' }).stdout;
  return version.exec(said ?? '')?.[1] ?? 'missing';
}
