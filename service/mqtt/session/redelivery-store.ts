import { Store } from 'mqtt';

/** Keeps what is on its way over the end of a connection, and marks it as a repetition (MQTT 5.0, 3.3.1.1). */
export class RedeliveryStore extends Store {
  /** The packet is the library's copy, which is sent on the next connection alone. */
  override put(...[packet, done]: Parameters<Store['put']>): this {
    if (packet.cmd === 'publish') packet.dup = true;
    return super.put(packet, done);
  }
}
