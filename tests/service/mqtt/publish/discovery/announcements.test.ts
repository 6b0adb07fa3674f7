import { describe, expect, test } from 'vitest';
import type { ChannelDefinition } from '../../../../../service/contract/index.ts';
import { createProduct, VENDOR } from '../../../../../service/devices/catalogue.ts';
import { DeviceState } from '../../../../../service/devices/device-state.ts';
import { channelOf, QUANTITIES, type QuantityName } from '../../../../../service/devices/quantities.ts';
import { publishedContent } from '../../../../../service/mqtt/publish/device-publisher.ts';
import {
  Announcements,
  type AnnouncementsOptions,
} from '../../../../../service/mqtt/publish/discovery/announcements.ts';
import type { PublishedDevice } from '../../../../../service/mqtt/types.ts';
import { describePth } from '../../../devices/support.ts';

const OPTIONS: AnnouncementsOptions = {
  installation: 'MS0123456789',
  identifier: 'client-1',
  prefix: 'lab',
  discovery_prefix: 'homeassistant',
  layout: 'device',
  qos: 1,
};

function deviceOf(channels: readonly ChannelDefinition[], changes: Partial<PublishedDevice> = {}): PublishedDevice {
  return {
    family: 'usb',
    serial: 'E24638',
    ...publishedContent(new DeviceState(describePth('E24638'), 0)),
    product: createProduct('VCP-PTH450-CAL', VENDOR, channels),
    labels: {},
    names: { alias: '', channelNames: {} },
    uncorrected: undefined,
    info: '{}',
    firmware: { major: 2, minor: 4 },
    vendor: VENDOR,
    productName: 'VCP-PTH450-CAL',
    ...changes,
  };
}

function announce(
  channels: readonly ChannelDefinition[],
  changes: Partial<PublishedDevice> = {},
  options: Partial<AnnouncementsOptions> = {},
): [string, string][] {
  const { current } = new Announcements({ ...OPTIONS, ...options }).of(deviceOf(channels, changes));
  return [...current].filter(([topic]) => topic.includes('/sensor/'));
}

/** What is said of one channel of that name. */
function payloadOf(channel: ChannelDefinition): Record<string, unknown> {
  const [first] = announce([channel]);
  return JSON.parse(first?.[1] ?? '');
}

/** Written by hand from the variables of "MQTT Sensor"; keys in code-unit order. */
const AVAILABILITY =
  '"availability":[{"payload_available":"online","payload_not_available":"offline","topic":"lab/status"},' +
  '{"payload_available":"online","payload_not_available":"offline","topic":"lab/E24638/status"}],' +
  '"availability_mode":"all"';
const DEVICE =
  '"device":{"identifiers":["MS0123456789_E24638"],"manufacturer":"Dracal technologies inc.",' +
  '"model":"VCP-PTH450-CAL","name":"VCP-PTH450-CAL E24638","serial_number":"E24638","sw_version":"2.4"}';
const ORIGIN = '"origin":{"name":"Mensura","sw_version":"3.7.0"}';

describe('Home Assistant discovery', () => {
  test('a temperature, as it stands in the topic of the device', () => {
    expect(announce([channelOf('temperature')])).toEqual([
      [
        'homeassistant/sensor/MS0123456789_client-1/E24638_temperature/config',
        `{${AVAILABILITY},${DEVICE},"device_class":"temperature","name":"Temperature",${ORIGIN},"qos":1,` +
          '"state_class":"measurement","state_topic":"lab/E24638/measurement","suggested_display_precision":2,' +
          '"unique_id":"MS0123456789_E24638_temperature","unit_of_measurement":"°C",' +
          `"value_template":"{{ value_json['values']['temperature']['magnitude'] if 'temperature' in value_json['values'] else '' }}"}`,
      ],
    ]);
  });

  test('relative humidity in a topic of its own, with another prefix, name and quality of service', () => {
    const options = { layout: 'channel', qos: 0, discovery_prefix: 'ha/1', prefix: 'plant/hall 2' } as const;
    const availability = AVAILABILITY.replaceAll('"lab/', '"plant/hall 2/');
    expect(announce([channelOf('relative_humidity')], {}, options)).toEqual([
      [
        'ha/1/sensor/MS0123456789_client-1/E24638_relative_humidity/config',
        `{${availability},${DEVICE},"device_class":"humidity","name":"Relative humidity",${ORIGIN},"qos":0,` +
          '"state_class":"measurement","state_topic":"plant/hall 2/E24638/channel/relative_humidity",' +
          '"suggested_display_precision":2,"unique_id":"MS0123456789_E24638_relative_humidity",' +
          `"unit_of_measurement":"%","value_template":"{{ value_json['magnitude'] }}"}`,
      ],
    ]);
  });

  test('with both layouts the topic of the device serves', () => {
    const [first] = announce([channelOf('temperature')], {}, { layout: 'both' });
    expect(JSON.parse(first?.[1] ?? '')).toMatchObject({ state_topic: 'lab/E24638/measurement' });
  });

  test('a raw channel has no unit and no class, and is off until it is switched on', () => {
    expect(announce([channelOf('raw', false, 'raw_1')])).toEqual([
      [
        'homeassistant/sensor/MS0123456789_client-1/E24638_raw_1/config',
        `{${AVAILABILITY},${DEVICE},"enabled_by_default":false,"name":"Raw value",${ORIGIN},"qos":1,` +
          '"state_class":"measurement","state_topic":"lab/E24638/measurement","suggested_display_precision":0,' +
          '"unique_id":"MS0123456789_E24638_raw_1",' +
          `"value_template":"{{ value_json['values']['raw_1']['magnitude'] if 'raw_1' in value_json['values'] else '' }}"}`,
      ],
    ]);
  });

  test('a device class only where it allows the unit (developers’ documentation, "Sensor entity")', () => {
    const classes = Object.fromEntries(
      (Object.keys(QUANTITIES) as QuantityName[]).map((quantity) => {
        const { device_class, unit_of_measurement } = payloadOf(channelOf(quantity));
        return [quantity, [device_class, unit_of_measurement]];
      }),
    );
    expect(classes).toEqual({
      temperature: ['temperature', '°C'],
      cold_junction_temperature: ['temperature', '°C'],
      internal_temperature: ['temperature', '°C'],
      relative_humidity: ['humidity', '%'],
      internal_relative_humidity: ['humidity', '%'],
      compensated_relative_humidity: ['humidity', '%'],
      atmospheric_pressure: ['atmospheric_pressure', 'kPa'],
      pressure: ['pressure', 'kPa'],
      differential_pressure: ['pressure', 'kPa'],
      co2: ['carbon_dioxide', 'ppm'],
      co2_filtered: [undefined, '%'],
      co2_instant: [undefined, '%'],
      tvoc: ['volatile_organic_compounds_parts', 'ppb'],
      particle_mass_pm1_0: ['pm1', '\u00B5g/m\u00B3'],
      particle_mass_pm2_5: ['pm25', '\u00B5g/m\u00B3'],
      particle_mass_pm4_0: [undefined, '\u00B5g/m\u00B3'],
      particle_mass_pm10: ['pm10', '\u00B5g/m\u00B3'],
      particle_count_pm0_5: [undefined, '#/cm\u00B3'],
      particle_count_pm1_0: [undefined, '#/cm\u00B3'],
      particle_count_pm2_5: [undefined, '#/cm\u00B3'],
      particle_count_pm4_0: [undefined, '#/cm\u00B3'],
      particle_count_pm10: [undefined, '#/cm\u00B3'],
      particle_size: [undefined, '\u00B5m'],
      illuminance: ['illuminance', 'lx'],
      uv_a: [undefined, '\u00B5W/cm²'],
      uv_b: [undefined, '\u00B5W/cm²'],
      voltage: ['voltage', 'V'],
      current: ['current', 'A'],
      power: ['power', 'W'],
      frequency: ['frequency', 'Hz'],
      air_speed: ['speed', 'm/s'],
      dew_point: ['temperature', '°C'],
      internal_dew_point: ['temperature', '°C'],
      humidex: ['temperature', '°C'],
      heat_index: ['temperature', '°C'],
      altitude: ['distance', 'mm'],
      raw: [undefined, undefined],
    });
  });

  test('a known quantity in another unit has no class', () => {
    expect(payloadOf({ ...channelOf('co2'), unit: '%' })).not.toHaveProperty('device_class');
    expect(payloadOf({ ...channelOf('temperature'), unit: '%rh' })).not.toHaveProperty('device_class');
  });

  test('a second channel of its kind has the class of the first, and a name of its own', () => {
    const channels = [channelOf('temperature'), channelOf('temperature', false, 'temperature_2')];
    const said = announce(channels).map(([, payload]) => JSON.parse(payload));
    expect(said.map(({ name }) => name)).toEqual(['Temperature', 'Temperature 2']);
    expect(said.map(({ device_class }) => device_class)).toEqual(['temperature', 'temperature']);
    expect(payloadOf(channelOf('particle_mass_pm2_5', false, 'particle_mass_pm2_5_2'))).toMatchObject({
      device_class: 'pm25',
    });
  });

  test('channels that measure the same are called by their own labels', () => {
    const channels = [channelOf('temperature'), channelOf('temperature', false, 'temperature_2'), channelOf('humidex')];
    const labels = { temperature: 'Tank A', temperature_2: 'Tank B', humidex: 'H' };
    const names = announce(channels, { labels }).map(([, payload]) => (JSON.parse(payload) as { name: string }).name);
    expect(names).toEqual(['Tank A', 'Tank B', 'Humidex']);
  });

  test('a firmware that is not known is not told', () => {
    const [first] = announce([channelOf('temperature')], { firmware: { major: 0, minor: 0 } });
    expect(JSON.parse(first?.[1] ?? '').device).not.toHaveProperty('sw_version');
  });

  test('topics have letters, digits, _ and - alone, and no two channels share one', () => {
    const serials = ['a/b', 'a-b', 'a_b', 'a', 'ä', '', 'a b'];
    const channels = ['b_c', 'c', 'b c', 'b-c', 'ß', ''];
    const definitions = channels.map((label) => channelOf('temperature', false, label));
    const announcements = new Announcements(OPTIONS);
    const said = serials.flatMap((serial) =>
      [...announcements.of(deviceOf(definitions, { serial })).current].filter(([topic]) => topic.includes('/sensor/')),
    );
    const topics = said.map(([topic]) => topic);
    for (const topic of topics) {
      expect(topic).toMatch(/^homeassistant\/sensor\/[a-zA-Z0-9_-]+\/[a-zA-Z0-9_-]+\/config$/);
    }
    expect(new Set(topics).size).toBe(serials.length * channels.length);
    const ids = new Set(said.map(([, payload]) => JSON.parse(payload).unique_id as string));
    expect(ids.size).toBe(topics.length);
  });

  test('two clients have topics of their own, whatever their identifiers', () => {
    const topicOf = (identifier: string): string | undefined =>
      announce([channelOf('temperature')], {}, { identifier })[0]?.[0];
    expect(new Set(['a b', 'a-b', 'a_b', 'a/b'].map(topicOf)).size).toBe(4);
  });

  test('names that a template could trip over are escaped', () => {
    const templateOf = (label: string): unknown => payloadOf(channelOf('raw', false, label))['value_template'];
    expect(templateOf("it's")).toBe(
      String.raw`{{ value_json['values']['it\x27s']['magnitude'] if 'it\x27s' in value_json['values'] else '' }}`,
    );
    expect(templateOf('a\\b\n')).toBe(
      String.raw`{{ value_json['values']['a\x5cb\x0a']['magnitude'] if 'a\x5cb\x0a' in value_json['values'] else '' }}`,
    );
  });

  test('topics of channels that are no more are named, also those of an earlier run', () => {
    const before = new Announcements(OPTIONS);
    const both = [channelOf('temperature'), channelOf('pressure')];
    const topics = [...before.of(deviceOf(both)).current.keys()];
    const after = new Announcements(OPTIONS);
    const other = 'homeassistant/sensor/MS0123456789_client-1/E2_temperature/config';
    expect(after.recall([...topics, other], () => true).former).toEqual([]);
    expect(after.of(deviceOf([channelOf('temperature')])).former).toEqual([
      'homeassistant/sensor/MS0123456789_client-1/E24638_pressure/config',
    ]);
    expect(after.of(deviceOf([channelOf('temperature')])).former).toEqual([]);
  });

  test('a device has a sensor for its alarms, which is there while the device is not', () => {
    const { current } = new Announcements(OPTIONS).of(deviceOf([channelOf('temperature')]));
    expect([...current].filter(([topic]) => topic.includes('/binary_sensor/'))).toEqual([
      [
        'homeassistant/binary_sensor/MS0123456789_client-1/E24638_alarm/config',
        '{"availability":[{"payload_available":"online","payload_not_available":"offline","topic":"lab/status"}],' +
          `${DEVICE},"device_class":"problem","json_attributes_template":"{{ {'alarms': value_json} | tojson }}",` +
          `"json_attributes_topic":"lab/E24638/alarm","name":"Alarm",${ORIGIN},"qos":1,` +
          '"state_topic":"lab/E24638/alarm","unique_id":"MS0123456789_E24638_alarm",' +
          `"value_template":"{{ 'OFF' if value == '[]' else 'ON' }}"}`,
      ],
    ]);
  });

  test("the user's names are those of device and sensors, and the ids stay", () => {
    const channels = [channelOf('temperature'), channelOf('pressure')];
    const names = { alias: 'Cold room', channelNames: { temperature: { alias: 'Air' }, pressure: { alias: '' } } };
    const [before, after] = [announce(channels), announce(channels, { names })];
    expect(after.map(([topic]) => topic)).toEqual(before.map(([topic]) => topic));
    const said = after.map(([, payload]) => JSON.parse(payload) as Record<string, unknown>);
    expect(said.map(({ name, unique_id }) => [name, unique_id])).toEqual([
      ['Air', 'MS0123456789_E24638_temperature'],
      ['Pressure', 'MS0123456789_E24638_pressure'],
    ]);
    expect(said.map(({ device }) => device)).toEqual(
      [0, 1].map(() => expect.objectContaining({ name: 'Cold room', identifiers: ['MS0123456789_E24638'] })),
    );
  });

  test('topics of an earlier run that are not published any more are named at once', () => {
    const before = new Announcements(OPTIONS);
    const topics = [...before.of(deviceOf([channelOf('temperature'), channelOf('pressure')])).current.keys()];
    const after = new Announcements(OPTIONS);
    const asked: unknown[] = [];
    const { former } = after.recall(topics, (parts) => {
      asked.push(parts);
      return parts.channelId !== 'pressure';
    });
    expect(asked).toEqual([
      { deviceId: 'E24638', channelId: 'temperature' },
      { deviceId: 'E24638', channelId: 'pressure' },
      { deviceId: 'E24638', channelId: undefined },
    ]);
    expect(former).toEqual(['homeassistant/sensor/MS0123456789_client-1/E24638_pressure/config']);
    expect(after.remove('E24638')).toEqual(topics.filter((topic) => !former.includes(topic)));
    expect(after.remove('E24638')).toEqual([]);
  });
});
