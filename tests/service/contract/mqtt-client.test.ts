import { describe, expect, test } from 'vitest';
import { mqttAdvancedSchema, mqttBackupSchema, mqttImportSchema } from '../../../service/contract/index.ts';
import { applyImport, applyReplacement } from '../../../service/mqtt/clients/changes.ts';
import { exportFile } from '../../../service/mqtt/clients/views.ts';
import { client } from '../mqtt/clients/support/clients.ts';

describe('ALPN protocols', () => {
  const alpn = mqttAdvancedSchema.shape.alpn;

  test.each([[[]], [['x-amzn-mqtt-ca', 'mqtt']], [['ü'.repeat(127)]], [Array.from({ length: 16 }, () => 'h2')]])(
    'may be %j',
    (names) => {
      expect(alpn.parse(names)).toEqual(names);
    },
  );

  test.each<[unknown, string]>([
    ['mqtt', 'must be an array of protocol names'],
    [[1], 'must be a string'],
    [[''], 'must have protocol names of 1 to 255 bytes, got 0 bytes'],
    [['ok', 'ü'.repeat(128)], 'must have protocol names of 1 to 255 bytes, got 256 bytes'],
    [['a b'], 'must have protocol names without spaces, commas and control characters'],
    [['a,b'], 'must have protocol names without spaces, commas and control characters'],
    [['\u0000'], 'must have protocol names without spaces, commas and control characters'],
    [['\ud800'], 'must have protocol names without spaces, commas and control characters'],
    [Array.from({ length: 17 }, () => 'h2'), 'must have at most 16 protocols'],
  ])('must not be %j', (names, message) => {
    expect(alpn.safeParse(names).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test('are exported, imported, backed up and restored', () => {
    const config = client('plant', { advanced: { alpn: ['x-amzn-mqtt-ca'] } });
    const file: unknown = JSON.parse(JSON.stringify(exportFile([config])));
    expect(applyImport(new Map(), mqttImportSchema.parse(file)).get('plant')?.advanced).toEqual(config.advanced);
    expect(applyReplacement(new Map(), mqttBackupSchema.parse(file)).get('plant')?.advanced).toEqual(config.advanced);
  });
});
