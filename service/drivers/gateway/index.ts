/** Instruments behind gateways. */
export { createNodeNumbers } from './book/index.ts';
export { GatewayDriver } from './driver.ts';
export { GatewayStore } from './store.ts';
