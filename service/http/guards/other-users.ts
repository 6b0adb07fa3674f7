/** Refuses other accounts of this computer, by the owner of the client socket. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../../contract/index.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorClause, MensuraError } from '../../support/errors.ts';
import type { LocalConnection } from '../../support/socket-owners.ts';

export interface OtherUsersOptions {
  /** The refused requests. Read for each request, since the setting can change. */
  refused(): Settings['refuse_other_users'];
  /**
   * The user who owns the client socket; undefined if the system does not list it.
   * @throws Error if it cannot be determined
   */
  ownerOf(connection: LocalConnection): Promise<number | undefined>;
  /** The user who runs the service. */
  uid: number;
}

const ROOT = 0;

/** Time limit for finding the owner, in milliseconds. With many connections it takes up to a second. */
const LOOKUP_MS = 5000;

const REMEDY =
  'To change this, use "Access for other accounts" under Settings > Service, refuse_other_users in settings.json, or --refuse-other-users.';

export class OtherUsers {
  readonly #options: OtherUsersOptions | undefined;
  /** Each connection is looked up once, unless the system does not list it. */
  readonly #owners = new WeakMap<Socket, Promise<number | undefined>>();
  /** Connections known to belong to the service's own user or root. */
  readonly #own = new WeakSet<Socket>();

  /** @param options undefined if the system does not report owners: nothing is refused */
  constructor(options: OtherUsersOptions | undefined) {
    this.#options = options;
  }

  get refusesEverything(): boolean {
    return this.#options?.refused() === 'everything';
  }

  /** Whether this connection needs no `refusal`; a fast check for frequent requests. */
  isKnownOwn(socket: Socket): boolean {
    return this.#own.has(socket);
  }

  /**
   * The refusal of another user's request, `forbidden`; `too-many` where the owner could not be found out just now.
   * @param isAppWrite whether it is a write of the app API
   */
  async refusal({ socket }: IncomingMessage, isAppWrite: boolean): Promise<MensuraError | undefined> {
    const options = this.#options;
    if (!options || this.#own.has(socket)) return undefined;
    const refused = options.refused();
    if (refused === 'nothing' || (refused === 'writes' && !isAppWrite)) return undefined;
    let owner: number | undefined;
    try {
      owner = await withDeadline(this.#ownerOf(socket, options), LOOKUP_MS, 'Reading the socket tables');
    } catch (error) {
      return new MensuraError('too-many', `Cannot identify the calling account: ${errorClause(error)}. Try again.`);
    }
    if (owner === options.uid || owner === ROOT) return undefined;
    const who = owner === undefined ? 'A connection without a known owner' : `User ${owner}`;
    const what = refused === 'everything' ? 'use this service' : 'change anything through the app API';
    const whoMay = `Only root and user ${options.uid}, who runs Mensura, may.`;
    return new MensuraError('forbidden', `${who} may not ${what}. ${whoMay} ${REMEDY}`);
  }

  #ownerOf(socket: Socket, { ownerOf, uid }: OtherUsersOptions): Promise<number | undefined> {
    const known = this.#owners.get(socket);
    if (known) return known;
    const lookup = ownerOf(socket);
    this.#owners.set(socket, lookup);
    // The next request looks it up again.
    const remove = (): boolean => this.#owners.delete(socket);
    lookup.then((owner) => {
      if (owner === uid || owner === ROOT) this.#own.add(socket);
      if (owner === undefined) remove();
    }, remove);
    return lookup;
  }
}
