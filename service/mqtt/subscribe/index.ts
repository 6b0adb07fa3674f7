/** Reading from the brokers that MQTT clients are configured for. */
export { createBrokerSource } from './source.ts';
