/** A local network in memory: everybody hears everybody, and what is wrong with it is the test's choice. */
import type {
  Advert,
  JoinNetwork,
  LocalNetwork,
  NetworkListener,
  ReceivedAdvert,
} from '../../../../service/discovery/local-network.ts';

/** What is said of an offer's life, in seconds: as the package says of a name. */
const TTL = 28_800;

interface Member extends LocalNetwork {
  listener: NetworkListener;
  adverts: readonly Advert[];
  /** Every list of adverts that was published. */
  published: (readonly Advert[])[];
  questions: number;
  hasLeft: boolean;
}

export function heardOf({ name, port, txt }: Advert): ReceivedAdvert {
  return { name, port, txt, ttl: TTL };
}

export class Air {
  readonly members: Member[] = [];
  /** What the next one that joins meets with. */
  refusal: Error | undefined;
  /** Holds joining until it is resolved. */
  gate: Promise<unknown> = Promise.resolve();

  readonly join: JoinNetwork = async (listener) => {
    await this.gate;
    if (this.refusal) throw this.refusal;
    const others = (): Member[] => this.members.filter((other) => other !== member && !other.hasLeft);
    const member: Member = {
      listener,
      adverts: [],
      published: [],
      questions: 0,
      hasLeft: false,
      publish: (adverts) => {
        const before = member.adverts;
        member.adverts = adverts;
        member.published.push(adverts);
        for (const other of others()) {
          for (const { name } of before) other.listener.removed(name);
          for (const advert of adverts) other.listener.heard(heardOf(advert));
        }
      },
      browse: () => {
        member.questions += 1;
        // One's own are heard as well.
        for (const other of [member, ...others()]) {
          for (const advert of other.adverts) listener.heard(heardOf(advert));
        }
      },
      leave: async () => {
        member.hasLeft = true;
        for (const other of others()) for (const { name } of member.adverts) other.listener.removed(name);
      },
    };
    this.members.push(member);
    return member;
  };

  /** The one that joined as the n-th. */
  member(n: number): Member {
    const member = this.members[n];
    if (!member) throw new Error(`Nobody joined as number ${n}.`);
    return member;
  }
}
