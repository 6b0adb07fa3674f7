/** The wire: every type and schema that crosses the loopback API. Imports zod alone; the renderer imports it too. */
export * from './app.ts';
export * from './devices.ts';
export * from './settings.ts';
export * from './version.ts';
