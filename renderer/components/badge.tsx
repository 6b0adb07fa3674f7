import type { Badge as BadgeContent } from '../data/devices/labels.ts';

export function Badge({ badge, title }: { badge: BadgeContent; title?: string }) {
  return (
    <span className={`badge ${badge.tone}`} title={title}>
      {badge.word}
    </span>
  );
}

export const SIMULATED_HELP = 'Simulated device. Its readings are generated.';

export function SimulatedBadge() {
  return (
    <span className="badge simulated" title={SIMULATED_HELP}>
      Simulated
    </span>
  );
}
