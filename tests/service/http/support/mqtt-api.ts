import { afterEach, beforeEach, expect } from 'vitest';
import { canonicalJson } from '../../../../service/support/canonical-json.ts';
import type { Answer } from './ask.ts';
import { type Host, startHost } from './host.ts';
import { type RecordedLog, recordedLog } from './recorded-log.ts';

export const CLIENTS = '/app/v1/mqtt/clients';
export const ACTIONS = ['connect', 'disable', 'enable', 'restore'];

export function clientPath(identifier: string): string {
  return `${CLIENTS}/${encodeURIComponent(identifier)}`;
}

export function expectPlain(answer: Answer): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).toBe(canonicalJson(answer.json()));
}

export interface MqttApiRig {
  /** New for each test. */
  readonly host: Host;
  readonly log: RecordedLog;
  /** Adds a client without going through HTTP; what was asked until now is forgotten. */
  given(identifier: string): Promise<void>;
}

/** Call it once in a test file. */
export function mqttApiRig(): MqttApiRig {
  let host: Host;
  let log: RecordedLog;
  beforeEach(async () => {
    log = recordedLog();
    host = await startHost({ logger: log });
  });
  afterEach(() => host.stop());
  return {
    get host() {
      return host;
    },
    get log() {
      return log;
    },
    given: async (identifier) => {
      await host.world.mqtt.create({ identifier, name: 'plant' });
      host.world.mqtt.calls.length = 0;
    },
  };
}
