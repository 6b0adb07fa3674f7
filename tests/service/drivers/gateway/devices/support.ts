/** Adapters that the test plays, their claims, and what comes of them. */
import { GatewayOwnership } from '../../../../../service/drivers/gateway/devices/gateway-ownership.ts';
import type { IsInUse } from '../../../../../service/drivers/gateway/devices/node-numbers.ts';
import type { AdapterEvents, GatewayDevice } from '../../../../../service/drivers/gateway/types.ts';
import { Emitter } from '../../../../../service/support/emitter.ts';
import { type DeviceEvents, describePth, ManualClock, OwnershipBench } from '../../../devices/support.ts';

function rethrow(error: unknown): never {
  throw error;
}

export class PlayedAdapter {
  readonly name: string;
  readonly events = new Emitter<AdapterEvents>(rethrow);

  constructor(name: string) {
    this.name = name;
  }
}

/** A climate instrument as an adapter sees it. */
export function seenPth(gatewaySerial: string, serial: string, changes: Partial<GatewayDevice> = {}): GatewayDevice {
  const { product, vendor, productName, firmware, protocols, periodMs } = describePth(serial);
  return {
    gatewaySerial,
    serial,
    node: undefined,
    product,
    vendor,
    productName,
    firmware,
    protocols,
    protocol: null,
    periodMs,
    simulated: false,
    connections: { usb: null, vcp: null },
    ...changes,
  };
}

type Said = { [Name in keyof DeviceEvents]: { name: Name; payload: DeviceEvents[Name] } }[keyof DeviceEvents];

export class GatewayRig {
  readonly clock = new ManualClock();
  readonly bench = new OwnershipBench(this.clock);
  readonly events = this.bench.events;
  readonly adapters: Record<'a' | 'b' | 'c', PlayedAdapter> = {
    a: new PlayedAdapter('a'),
    b: new PlayedAdapter('b'),
    c: new PlayedAdapter('c'),
  };
  readonly asked: string[] = [];
  /** What whoever gives numbers is told of those in use. */
  isInUse: IsInUse = () => false;
  readonly policy = new GatewayOwnership({
    registry: this.bench.ownership,
    clock: this.clock,
    nodes: {
      numberOf: (gatewaySerial, serial, isInUse) => {
        this.isInUse = isInUse;
        this.asked.push(`${gatewaySerial} ${serial}`);
        return 7;
      },
    },
  });
  readonly ends: Record<string, (reason: string) => void> = {};
  readonly #said: Said[] = [];

  constructor() {
    for (const name of ['attached', 'readings', 'rejected', 'detached'] as const) {
      this.events.on(name, (payload) => void this.#said.push({ name, payload } as Said));
    }
    for (const [name, adapter] of Object.entries(this.adapters)) this.ends[name] = this.policy.listen(adapter);
  }

  /** The owner, as adapter and gateway. */
  ownerOf(serial: string): string | undefined {
    const source = this.policy.devices.of({ family: 'gateway', serial }).find(({ isOwner }) => isOwner)?.source;
    const adapter = Object.values(this.adapters).find((each) => each === source?.adapter);
    return source && `${adapter?.name}:${source.seen.gatewaySerial}`;
  }

  /** What was said since the last asking. */
  said(): Said[] {
    return this.#said.splice(0);
  }

  /** The same in words: who speaks, and who else has it. */
  words(): string[] {
    return this.said().map(inWords);
  }
}

function inWords({ name, payload }: Said): string {
  if (name === 'attached') {
    const { serial, connections, alsoBehind = [] } = payload;
    return `${serial} behind ${[connections.gateway?.gateway_serial, ...alsoBehind].join(', also ')}`;
  }
  if (name === 'detached') return `${payload.serial} is gone: ${payload.reason}`;
  if (name === 'readings')
    return `${payload.serial} reads ${payload.samples.map(({ magnitude }) => magnitude).join(' ')}`;
  return name === 'rejected' ? `${payload.serial} rejected` : name;
}
