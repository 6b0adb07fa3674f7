/** MQTT, publishing and reading: what the composition root puts together. */
export { ClientStore } from './clients/client-store.ts';
export { MqttManager } from './clients/manager.ts';
export { createDevicePublisher } from './publish/index.ts';
export { createBrokerSource } from './subscribe/index.ts';
