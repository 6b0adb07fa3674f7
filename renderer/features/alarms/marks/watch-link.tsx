/** Beside a channel: the way to have it watched, or to the rule that watches it. */
import { BellPlus, BellRing } from 'lucide-react';
import { Link } from 'wouter';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ruleRoute, watchRoute } from '../routes.ts';
import '../marks.css';

/** @param name what the user calls the channel */
export function WatchLink({ of, name }: { of: ChannelRef; name: string }) {
  const known = useReadable(useLive().rules.list).find(
    ({ rule }) => rule.channel === of.channel && rule.serial === of.serial && rule.family === of.family,
  );
  const [route, word, Icon] = known
    ? ([ruleRoute(known.id), `Rule for ${name}`, BellRing] as const)
    : ([watchRoute(of), `Watch ${name}`, BellPlus] as const);
  return (
    <Link href={route} className="icon-button watch-link" aria-label={word} title={word}>
      <Icon aria-hidden size={13} />
    </Link>
  );
}
