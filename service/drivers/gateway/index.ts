/** Instruments behind gateways. */
export { createNodeNumbers } from './devices/index.ts';
export { GatewayDriver } from './driver.ts';
export { GatewayStore } from './store.ts';
