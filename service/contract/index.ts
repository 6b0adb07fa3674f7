/** The wire: every type and schema that crosses the loopback API. Imports zod alone; the renderer imports it too. */
export * from './alarms.ts';
export * from './app.ts';
export * from './devices.ts';
export * from './exports.ts';
export * from './gateway.ts';
export * from './gateway-offer.ts';
export * from './gateway-rules.ts';
export * from './history.ts';
export * from './history-widths.ts';
export * from './mqtt-app.ts';
export * from './mqtt-client.ts';
export * from './mqtt-input.ts';
export * from './mqtt-rules.ts';
export * from './mqtt-topics.ts';
export * from './period.ts';
export * from './settings.ts';
export * from './version.ts';
