/** Limits on an entry's input from a broker, so that one remote's flood or invalid data does not affect the others. */

/** Remotes of one entry: names under which something is published. */
export const MAX_REMOTES = 2000;

/** Devices of one remote, including disconnected ones with a retained `info`. */
export const MAX_DEVICES_PER_REMOTE = 2048;

/** Devices of all remotes of one entry, counted the same way. */
export const MAX_DEVICES = 50_000;

/** Different products (with firmware and the like) of one entry: shared data is stored once. */
export const MAX_KINDS = 4096;

/**
 * Text of all those products together, and of those from one remote, in characters. One of Mensura's has 1000 to 4000,
 * and takes three times as much memory.
 */
export const MAX_KIND_TEXT = { ofAll: 33_554_432, ofOne: 4_194_304 } as const;

/** Longest topic, in characters. */
export const MAX_TOPIC = 1024;

/** Longest payload, in bytes. */
export const MAX_PAYLOAD = 65_536;

/** Of one device. */
export const MAX_CHANNELS = 64;

/** Longest accepted sampling period, in milliseconds: a day. */
export const MAX_PERIOD_MS = 86_400_000;

/**
 * Messages per second and in a burst that a remote may send. Each KiB of a payload counts as another message. Retained
 * messages are free: they come once.
 */
export const MESSAGE_BUDGET = { perSecond: 2000, atOnce: 10_000 } as const;

/** The part of the burst that readings must leave, in messages: devices can connect and disconnect during a backlog. */
export const RESERVED_FOR_PRESENCE = 1000;

/** Cost of a device that appears, in messages. */
export const ATTACH_COST = 5;

/** When a remote connects, disconnects or changes its identity, this many of its devices cost one message. */
export const DEVICES_PER_MESSAGE = 50;

/**
 * Time for which one remote's late readings above its budget may slow the connection, in milliseconds: 5 min, which
 * suffice for 600,000 messages (7 days of a device that is sampled each second), and then a tenth of the time. Late
 * readings above that are discarded, since all remotes share the connection.
 */
export const PATIENCE_MS = { perSecond: 100, atOnce: 300_000 } as const;

/** Shortest pause of the connection, in milliseconds: timers are inexact below. */
export const LEAST_PAUSE_MS = 100;
