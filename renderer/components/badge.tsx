import type { Badge as BadgeContent } from '../data/devices/labels.ts';

export function Badge({ badge, title }: { badge: BadgeContent; title?: string }) {
  return (
    <span className={`badge ${badge.tone}`} title={title}>
      {badge.word}
    </span>
  );
}

export function SimulatedBadge() {
  return (
    <span className="badge simulated" title="Simulated device. Its readings are generated.">
      Simulated
    </span>
  );
}
