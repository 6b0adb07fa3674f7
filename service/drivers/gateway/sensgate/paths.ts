/**
 * What is asked of a SensGate. This is the one place that knows its paths: whoever has the hardware corrects them here.
 * Nothing in this folder was tried with a real SensGate.
 */
export interface GatewayPath {
  /** The whole path of the resource. */
  path: string;
  /** Whether the maker's pages show it, or it was assumed. */
  source: 'documented' | 'assumed';
}

/** Under which everything is (hardware facts, 2.1): documented. */
const BASE_PATH = '/sensgate/rvcp';

export const GATEWAY_PATHS = {
  /**
   * The instruments and what they measure. That it is there is documented, as is that it keeps to the serial protocol's
   * lines; how they stand in the answer is not (hardware facts, 2.2).
   */
  devices: { path: `${BASE_PATH}/devices`, source: 'documented' },
} as const satisfies Record<string, GatewayPath>;
