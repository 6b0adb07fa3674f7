import type { Badge as BadgeContent } from '../../data/devices/labels.ts';
import { useServiceNow } from '../../data/react.ts';
import { Badge } from '../badge.tsx';

export interface StateBadgeProps {
  /** @param now time of the service, in milliseconds since 1970 */
  badgeAt: (now: number) => BadgeContent;
  /** The badge changes every second. */
  isCounting: boolean;
}

export function StateBadge({ badgeAt, isCounting }: StateBadgeProps) {
  return isCounting ? <Countdown badgeAt={badgeAt} /> : <Badge badge={badgeAt(0)} />;
}

function Countdown({ badgeAt }: Pick<StateBadgeProps, 'badgeAt'>) {
  return <Badge badge={badgeAt(useServiceNow())} />;
}
