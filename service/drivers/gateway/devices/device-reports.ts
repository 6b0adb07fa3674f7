/** Who speaks for one serial number: pure rules. */
import type { GatewayDevice } from '../types.ts';

/** What one adapter says of an instrument behind one of its gateways. */
export interface DeviceReport<Source> {
  readonly source: Source;
  readonly seen: GatewayDevice;
}

/** All claims to a serial number, in the order in which they came: the first speaks. */
export type Claims<Source> = readonly DeviceReport<Source>[];

function isOf<Source>(claim: DeviceReport<Source>, source: Source, gatewaySerial: string): boolean {
  return claim.source === source && claim.seen.gatewaySerial === gatewaySerial;
}

/** The claims with a new one at their end; one that is known keeps its place. */
export function addReport<Source>(claims: Claims<Source>, added: DeviceReport<Source>): Claims<Source> {
  const index = claims.findIndex((claim) => isOf(claim, added.source, added.seen.gatewaySerial));
  return index === -1 ? [...claims, added] : claims.with(index, added);
}

/** The claims without that of a source and gateway. */
export function withoutClaim<Source>(claims: Claims<Source>, source: Source, gatewaySerial: string): Claims<Source> {
  return claims.filter((claim) => !isOf(claim, source, gatewaySerial));
}

/** Whether the first of the claims is that of a source and gateway. */
export function isActive<Source>(claims: Claims<Source>, source: Source, gatewaySerial: string): boolean {
  const [first] = claims;
  return first !== undefined && isOf(first, source, gatewaySerial);
}

/** The claims with that of a source and gateway first, and the one that spoke last; as they are where it has none. */
export function activate<Source>(claims: Claims<Source>, source: Source, gatewaySerial: string): Claims<Source> {
  const next = claims.find((claim) => isOf(claim, source, gatewaySerial));
  const [former, ...others] = claims;
  if (!next || !former || next === former) return claims;
  return [next, ...others.filter((claim) => claim !== next), former];
}

/** The serials of the gateways that have the instrument beside the one that speaks, in code-unit order. */
export function otherGateways<Source>([first, ...others]: Claims<Source>): readonly string[] {
  const serials = new Set(others.map(({ seen }) => seen.gatewaySerial));
  if (first) serials.delete(first.seen.gatewaySerial);
  return [...serials].toSorted();
}
