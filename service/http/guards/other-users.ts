/** What other users of this computer may not do: judged by the owner of the socket at the other end. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../../contract/index.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorClause, MensuraError } from '../../support/errors.ts';
import type { LocalConnection } from '../../support/socket-owners.ts';

export interface OtherUsersOptions {
  /** What is refused to them. Asked at each request: it may change. */
  refused(): Settings['refuse_other_users'];
  /**
   * The user who owns the other end; undefined where the system does not list it.
   * @throws Error where that could not be found out
   */
  ownerOf(connection: LocalConnection): Promise<number | undefined>;
  /** The user who runs the service. */
  uid: number;
}

const ROOT = 0;

/** How long the look for an owner may take, in milliseconds: it takes some, and in a crowd of connections a second. */
const LOOKUP_MS = 5000;

const REMEDY =
  'To change this, use "Other users of this computer" on the Settings page, refuse_other_users in settings.json, or --refuse-other-users.';

export class OtherUsers {
  readonly #options: OtherUsersOptions | undefined;
  /** Each connection is looked up once, unless the system does not list it. */
  readonly #owners = new WeakMap<Socket, Promise<number | undefined>>();
  /** The connections of the service's own user and of root, as far as they were looked up. */
  readonly #own = new WeakSet<Socket>();

  /** @param options undefined where the system does not show whose a connection is: then nothing is refused */
  constructor(options: OtherUsersOptions | undefined) {
    this.#options = options;
  }

  /** Whether other users are refused whatever they ask. */
  get refusesEverything(): boolean {
    return this.#options?.refused() === 'everything';
  }

  /** Whether a request of this connection needs no `refusal`, for what is asked all the time. */
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
      return new MensuraError('too-many', `Cannot identify the calling user: ${errorClause(error)}. Try again.`);
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
    const asked = ownerOf(socket);
    this.#owners.set(socket, asked);
    // The next request asks again.
    const forget = (): boolean => this.#owners.delete(socket);
    asked.then((owner) => {
      if (owner === uid || owner === ROOT) this.#own.add(socket);
      if (owner === undefined) forget();
    }, forget);
    return asked;
  }
}
