/** Instruments behind gateways. */
export { createNodeNumbers } from './book/index.ts';
export { GatewayDriver, type GatewayDriverOptions } from './driver.ts';
export { GatewayStore } from './store.ts';
