/** How an entry fares, in a word; seconds are counted down while it waits. */
import type { Badge as BadgeContent } from '../../data/devices/labels.ts';
import { useServiceNow } from '../../data/react.ts';
import { Badge } from '../badge.tsx';

export interface StateBadgeProps {
  /** @param now the service's time, in milliseconds since 1970 */
  badgeAt: (now: number) => BadgeContent;
  /** Whether it says something else each second. */
  isCounting: boolean;
}

export function StateBadge({ badgeAt, isCounting }: StateBadgeProps) {
  return isCounting ? <Countdown badgeAt={badgeAt} /> : <Badge badge={badgeAt(0)} />;
}

function Countdown({ badgeAt }: Pick<StateBadgeProps, 'badgeAt'>) {
  return <Badge badge={badgeAt(useServiceNow())} />;
}
