/** The local network as discovery sees it. Anyone there can send anything. */

/** A published offer: a DNS-SD service (RFC 6763) of the type `_mensura-mqtt._tcp`. */
export interface Advert {
  /** Its name on the network, stable for a client: at most 63 bytes, no dot. */
  name: string;
  /** The broker's port. */
  port: number;
  /** Each key with its value has at most 255 bytes. */
  txt: Readonly<Record<string, string>>;
}

/** A received offer, not validated. */
export interface ReceivedAdvert {
  /** Its name on the network; identifies the offer. */
  name: string;
  port: unknown;
  txt: unknown;
  /** Time to live, in seconds. */
  ttl: number;
}

export interface NetworkListener {
  /** An offer, possibly repeated. One's own offers are included. */
  heard(heard: ReceivedAdvert): void;
  /** A goodbye for this name. */
  removed(name: string): void;
  /** Something failed on the network. The rest continues, and the failed part is retried. */
  failed(error: unknown): void;
}

export interface LocalNetwork {
  /** Replaces the published offers, and sends goodbye for those that are no longer included. */
  publish(adverts: readonly Advert[]): void;
  /** Queries for offers. Every response is reported, also repeated ones. */
  browse(): void;
  /** Sends goodbye for everything; resolves when every socket is closed. Nothing is reported after the call. */
  leave(): Promise<void>;
}

export type JoinNetwork = (listener: NetworkListener) => Promise<LocalNetwork>;
