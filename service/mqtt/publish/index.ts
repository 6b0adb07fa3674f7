/** Publishing: the payloads, made once, and what each client makes of them. */
export { createDevicePublisher, type DevicePublisherOptions } from './device-publisher.ts';
export { createFeed } from './feed.ts';
