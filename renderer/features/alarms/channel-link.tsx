/** The device of an alarm or a rule. */
import { Link } from 'wouter';
import { type ChannelRef, isRuleOfChannel, type RuleTarget } from '../../../service/contract/index.ts';
import type { ChannelLabel } from '../../data/alarms/channel-label.ts';
import { deviceRoute } from '../devices/routes.ts';

export function ChannelLink({ of, place }: { of: ChannelRef | RuleTarget; place: ChannelLabel }) {
  if (!isRuleOfChannel(of)) return <bdi>{place.device}</bdi>;
  return (
    <span className="place-link">
      {place.device && <Link href={deviceRoute(of)}>{place.device}</Link>} <span className="mono">{place.serial}</span>
      {!place.isAttached && <span className="badge">Disconnected</span>}
    </span>
  );
}
