/** The local network as discovery sees it: what is said there, and what is heard. Anybody can say anything. */

/** One offer as it is said: a DNS-SD service (RFC 6763) of the type `_mensura-mqtt._tcp`. */
export interface Advert {
  /** Its name on the network, the same as long as it is the same client: at most 63 bytes, no dot. */
  name: string;
  /** The broker's port. */
  port: number;
  /** Each key with its value has at most 255 bytes. */
  txt: Readonly<Record<string, string>>;
}

/** What was heard, not looked at yet. */
export interface ReceivedAdvert {
  /** Its name on the network; tells offers apart. */
  name: string;
  port: unknown;
  txt: unknown;
  /** How long it holds, in seconds. */
  ttl: number;
}

export interface NetworkListener {
  /** Somebody offers this, perhaps not for the first time; one's own offers are heard too. */
  heard(heard: ReceivedAdvert): void;
  /** Somebody said goodbye to this. */
  gone(name: string): void;
  /** Something is wrong with the network; what works goes on, and what failed is tried again. */
  failed(error: unknown): void;
}

/** Taking part in the local network. */
export interface LocalNetwork {
  /** Says these instead of what was said before, and goodbye to what is not among them any more. */
  publish(adverts: readonly Advert[]): void;
  /** Asks who offers something; each answer is heard, also those that were heard before. */
  browse(): void;
  /** Says goodbye to everything and ends; resolves when every socket is closed. Nothing is told after the call. */
  leave(): Promise<void>;
}

/** Begins to take part. */
export type JoinNetwork = (listener: NetworkListener) => Promise<LocalNetwork>;
