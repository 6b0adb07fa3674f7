import { describe, expect, test } from 'vitest';
import { parseBrokerUrl } from '../../../renderer/features/mqtt/form/broker-url.ts';

const none = {
  port: undefined,
  username: undefined,
  password: undefined,
  transport: 'tcp',
  path: undefined,
};

describe('parseBrokerUrl', () => {
  test.each([
    ['mqtts://plant@broker.example:8884', { host: 'broker.example', port: 8884, ssl: true, username: 'plant' }],
    ['mqtt://broker.example', { host: 'broker.example', ssl: false }],
    [' tcp://10.0.0.5:1883/ ', { host: '10.0.0.5', port: 1883, ssl: false }],
    ['ssl://broker.example:8883?x=1', { host: 'broker.example', port: 8883, ssl: true }],
    ['mqtts://a%40b:p%3Aw%2F@h', { host: 'h', ssl: true, username: 'a@b', password: 'p:w/' }],
    ['ws://h:9001/', { host: 'h', port: 9001, ssl: false, transport: 'websocket' }],
    ['wss://h/ws?a=b', { host: 'h', port: 443, ssl: true, transport: 'websocket', path: '/ws?a=b' }],
    ['mqtt://[::1]:1883', { host: '::1', port: 1883, ssl: false }],
  ])('reads %s', (text, expected) => {
    expect(parseBrokerUrl(text)).toEqual({ ...none, ...expected });
  });

  test.each(['broker.example', 'broker.example:8883', 'https://broker.example', 'mqtt://', ''])(
    'leaves "%s" alone',
    (text) => expect(parseBrokerUrl(text)).toBeUndefined(),
  );

  test('leaves a badly encoded address alone', () => {
    expect(parseBrokerUrl('mqtt://a%zz@broker.example')).toBeUndefined();
  });
});
