/** What one entry takes from a broker at most, so that one remote's flood or nonsense never hurts the others. */

/** Remotes of one entry: names under which something is published. */
export const MAX_REMOTES = 2000;

/** Instruments of one remote, those included whose `info` the broker keeps though they are gone. */
export const MAX_INSTRUMENTS_PER_REMOTE = 2048;

/** Instruments of all remotes of one entry, counted the same way. */
export const MAX_INSTRUMENTS = 50_000;

/** Different products (with firmware and the like) of one entry: what instruments share is kept once. */
export const MAX_KINDS = 4096;

/**
 * The text of all those kinds together, and of those that one remote brought, in characters. One of Mensura's has 1000 to
 * 4000; in memory it takes three times as much.
 */
export const MAX_KIND_TEXT = { ofAll: 33_554_432, ofOne: 4_194_304 } as const;

/** The longest topic, in characters. */
export const MAX_TOPIC = 1024;

/** The longest payload, in bytes. */
export const MAX_PAYLOAD = 65_536;

/** Channels of one instrument. */
export const MAX_CHANNELS = 64;

/** The longest sampling period that is believed, in milliseconds: a day. */
export const MAX_PERIOD_MS = 86_400_000;

/**
 * What a remote may send, in messages a second and at once. Each KiB of a payload counts as one more. What the broker
 * kept is free: it comes once.
 */
export const MESSAGE_BUDGET = { perSecond: 2000, atOnce: 10_000 } as const;

/** How much of that readings leave, in messages: who comes and goes is heard while what waited streams in. */
export const RESERVED_FOR_PRESENCE = 1000;

/** What it costs a remote, in messages, that one of its instruments appears. */
export const ATTACH_COST = 5;

/** How many of its instruments cost a remote as much as one message when it comes, goes or turns out to be another. */
export const INSTRUMENTS_PER_MESSAGE = 50;
