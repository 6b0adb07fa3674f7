import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultDataFolder } from '../../../service/settings/data-location.ts';
import { parseOptions, type ServiceOptions } from '../../../service/settings/options.ts';

describe('options', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mensura-options-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const parse = (argv: string[], env: Record<string, string> = {}): ServiceOptions =>
    parseOptions({ argv: ['--data-dir', folder, ...argv], env });

  test('defaults', () => {
    const { simulateSeed, ...rest } = parse([]);
    expect(Number.isInteger(simulateSeed)).toBe(true);
    expect(rest).toEqual({
      port: 11395,
      dataDir: folder,
      simulate: undefined,
      simulatePeriodMs: 1000,
      simulateFaults: true,
      simulatePublish: false,
      serialPorts: [],
      headless: false,
      discovery: false,
      refuseOtherUsers: 'writes',
      logLevel: 'info',
      overridden: {},
    });
  });

  test('flag before environment before settings file before default', () => {
    writeFileSync(join(folder, 'settings.json'), '{"version":1,"port":4001,"log_level":"debug","simulate":true}');
    expect(parse([]).port).toBe(4001);
    expect(parse([]).logLevel).toBe('debug');
    expect(parse([]).simulate).toEqual({ usb: 5, gateway: 2 });
    expect(parse([], { MENSURA_PORT: '4002' }).port).toBe(4002);
    expect(parse(['--port', '4003'], { MENSURA_PORT: '4002' }).port).toBe(4003);
    expect(parse(['--port=4003']).port).toBe(4003);
    expect(parse(['--no-simulate']).simulate).toBeUndefined();
    expect(parse(['--simulate-faults=false']).simulateFaults).toBe(false);
  });

  test.each([
    ['--simulate', { usb: 5, gateway: 2 }],
    ['--simulate=3', { usb: 3, gateway: 0 }],
    ['--simulate=3x4', { usb: 3, gateway: 4 }],
    ['--simulate=0x1', { usb: 0, gateway: 1 }],
  ])('%s', (flag, counts) => {
    expect(parse([flag]).simulate).toEqual(counts);
  });

  test('each setting that is overridden has the flag or the variable that stands before it', () => {
    const env = { MENSURA_PORT: '4002', MENSURA_LOG_LEVEL: 'debug', MENSURA_SIMULATE: '5x2', MENSURA_HEADLESS: '1' };
    expect(parse([], env).overridden).toEqual({
      port: 'MENSURA_PORT',
      log_level: 'MENSURA_LOG_LEVEL',
      simulate: 'MENSURA_SIMULATE',
      simulate_usb: 'MENSURA_SIMULATE',
      simulate_gateway: 'MENSURA_SIMULATE',
    });
    const flags = ['--port=1', '--simulate', '--simulate-period', '50', '--simulate-publish', '--discovery=off'];
    expect(parse(flags, env).overridden).toEqual({
      port: '--port',
      log_level: 'MENSURA_LOG_LEVEL',
      simulate: '--simulate',
      simulate_period: '--simulate-period',
      simulate_publish: '--simulate-publish',
      discovery: '--discovery',
    });
    expect(parse(['--no-simulate']).overridden).toEqual({ simulate: '--no-simulate' });
  });

  test('--simulate takes no word that follows it', () => {
    expect(parse(['--simulate', '--port', '1']).simulate).toEqual({ usb: 5, gateway: 2 });
  });

  test('serial ports: the flag repeats, the variable is a list with colon or semicolon', () => {
    expect(parse(['--serial-port', '/dev/a', '--serial-port=/dev/b']).serialPorts).toEqual(['/dev/a', '/dev/b']);
    expect(parse([], { MENSURA_SERIAL_PORTS: '/dev/a:/dev/b' }).serialPorts).toEqual(['/dev/a', '/dev/b']);
    expect(parse([], { MENSURA_SERIAL_PORTS: 'COM3;COM4' }).serialPorts).toEqual(['COM3', 'COM4']);
  });

  test.each([
    [['--prot', '1'], /Unknown flag "--prot"/],
    [['stray'], /Unknown flag "stray"/],
    [['--port'], /--port requires a value/],
    [['--port', 'x'], /--port requires a whole number from 0 to 65535; got "x"/],
    [['--port', '65536'], /0 to 65535/],
    [['--port', '-1'], /--port/],
    [['--port', '1e3'], /got "1e3"/],
    [['--simulate=5x'], /--simulate=5x2; got "5x"/],
    [['--simulate=x'], /--simulate=5x2; got "x"/],
    [['--simulate-period', '9'], /10 to 60000/],
    [['--simulate-period', '0'], /10 to 60000/],
    [['--log-level', 'loud'], /error, warn, info or debug; got "loud"/],
    [['--no-simulate=1'], /does not accept a value/],
  ])('%j is refused, naming what is wrong', (argv, message) => {
    expect(() => parse(argv)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }),
    );
  });

  test('a wrong variable is named', () => {
    expect(() => parse([], { MENSURA_PORT: 'abc' })).toThrow(/MENSURA_PORT requires a whole number/);
  });

  test('flags of somebody else can be tolerated', () => {
    const tolerate = (flag: string): boolean => flag.startsWith('--enable-');
    expect(() => parseOptions({ argv: ['--enable-features=X'], env: {}, tolerate })).not.toThrow();
  });

  test('a damaged settings file counts as empty here', () => {
    writeFileSync(join(folder, 'settings.json'), '{"port":');
    expect(parse([]).port).toBe(11395);
  });

  test('the data folder of each platform', () => {
    expect(defaultDataFolder({ XDG_CONFIG_HOME: '/x' }, 'linux')).toBe('/x/mensura');
    expect(defaultDataFolder({}, 'linux')).toMatch(/\/\.config\/mensura$/);
    expect(defaultDataFolder({}, 'darwin')).toMatch(/Library\/Application Support\/Mensura$/);
    expect(defaultDataFolder({ APPDATA: '/roaming' }, 'win32')).toMatch(/roaming.Mensura$/);
  });
});
