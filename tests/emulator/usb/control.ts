/**
 * How a test talks to the process that plays USB instruments: it is a process of its own, since a crash of whoever holds
 * a virtual device can hang the kernel's side of it. One JSON object a line on its standard input, one answer a line on
 * its standard output, in the order they were asked; what happens by itself comes as events between them. What is asked
 * of different instruments is done at the same time. The process ends, and pulls every cable, at `end`, when its standard
 * input closes, or at SIGTERM. `main.ts` is its entry; it must be root where there is a virtual USB host controller.
 */

/** The products that can be played, by their short name. */
export type VirtualProduct = 'pth450' | 'rtd300' | 'tmc100' | 'bar20' | 'dxc200' | 'unknown-chip' | 'pth450-vcp';

/** What an instrument does wrong from now on; `well` ends it. */
export type Misbehaviour =
  | 'well'
  /** Every command is refused. */
  | 'stall'
  /** The first byte of a reply is another command; the check byte fits it. */
  | 'wrong-echo'
  /** The last byte of a reply does not fit; in VCP mode neither does the check sum of a line. */
  | 'wrong-check'
  /** Replies come after 6 s, later than the host waits. */
  | 'late'
  /** No reply at all; in VCP mode no line either. */
  | 'silence'
  /** No reply to GET_RAW of any channel but the first; all else is well. */
  | 'dead-chips'
  /** It is unplugged in the midst of the next GET_RAW; `well` again when it is put in again. */
  | 'unplug-in-flight'
  /** One reply in three is damaged in one way or another, or refused; all of it can be told from a good reply. */
  | 'flaky';

export type ControlCommand =
  /**
   * Puts an instrument in; answered when the kernel has it. `id` is the test's own name for it; one that is `gone` may be
   * put in again, as a new one. At most 50 at once. An empty `serial`: no serial string. `how`: what it does wrong from
   * the beginning.
   */
  | {
      command: 'plug';
      id: string;
      product: VirtualProduct;
      serial: string;
      productId?: number;
      vendorId?: number;
      how?: Misbehaviour;
    }
  /** Pulls the cable: the kernel hears it as it would hear it of a real one. */
  | { command: 'unplug'; id: string }
  | { command: 'misbehave'; id: string; how: Misbehaviour }
  /** What an instrument was asked, command codes in order, since it was plugged in; at most the newest 1000. */
  | { command: 'asked'; id: string }
  | { command: 'end' };

export type ControlReply =
  /** `port`: the virtual controller's port, where the command was `plug`. `asked`: where it was asked for. */
  { ok: true; port?: number; asked?: number[] } | { ok: false; error: string };

/** What happened by itself. */
export interface ControlEvent {
  /** `restarted`: it was told to restart, went, and is back in the protocol it was set to. `gone`: unplugged in flight. */
  event: 'restarted' | 'gone';
  id: string;
}
