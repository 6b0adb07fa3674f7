/** One Mensura installation, by the ID in its `about`. */
import type { RemoteMensura } from './remote-mensura.ts';

/**
 * It may publish under several names: a renamed client, or two clients at one broker. The devices of one name are
 * shown: of the first one online.
 */
export class Installation {
  /** `MS...`: the serial number of the gateway. */
  readonly id: string;
  readonly remotes = new Set<RemoteMensura>();
  /** The name with the shown devices; undefined while none is online. */
  active: RemoteMensura | undefined;
  /** The previously active name: readings that came under it are not accepted again. */
  last: RemoteMensura | undefined;
  former: RemoteMensura | undefined;
  /** Number of shown devices. */
  shown = 0;
  /** Whether it is this installation, which ignores itself. */
  readonly isOwn: boolean;

  constructor(id: string, isOwn: boolean) {
    this.id = id;
    this.isOwn = isOwn;
  }

  /** The remote that should be active now. */
  choose(): RemoteMensura | undefined {
    if (this.isOwn) return undefined;
    if (this.active?.isOnline && this.remotes.has(this.active)) return this.active;
    return [...this.remotes].find(({ isOnline }) => isOnline);
  }
}
