/** One Mensura, by the id in its `about`. */
import type { RemoteMensura } from './remote-mensura.ts';

/**
 * It may be found under several names: a client that was renamed, or two clients at one broker. The instruments of one
 * of them are shown: of that which is online, and of the first that was when several are.
 */
export class Installation {
  /** `MS...`: the serial of the gateway. */
  readonly id: string;
  readonly remotes = new Set<RemoteMensura>();
  /** Whose instruments are shown; undefined while none is online. */
  active: RemoteMensura | undefined;
  /** Which name was active last, and which other one before: what came under that is not taken again. */
  last: RemoteMensura | undefined;
  former: RemoteMensura | undefined;
  /** How many are shown. */
  shown = 0;
  /** Whether it is this very installation, which ignores itself. */
  readonly isOwn: boolean;

  constructor(id: string, isOwn: boolean) {
    this.id = id;
    this.isOwn = isOwn;
  }

  /** Who is to be active now. */
  choose(): RemoteMensura | undefined {
    if (this.isOwn) return undefined;
    if (this.active?.isOnline && this.remotes.has(this.active)) return this.active;
    return [...this.remotes].find(({ isOnline }) => isOnline);
  }
}
