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

/** The documented base path (docs/hardware.md#sensgate-requests). */
const BASE_PATH = '/sensgate/rvcp';

export const GATEWAY_PATHS = {
  /**
   * The instruments with their readings. The path and the line format are documented, the layout of the body is not
   * (docs/hardware.md#sensgate-responses).
   */
  devices: { path: `${BASE_PATH}/devices`, source: 'documented' },
} as const satisfies Record<string, GatewayPath>;
