import { Link } from 'wouter';
import type { AlarmRule } from '../../../../service/contract/index.ts';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { formatMinute, plural } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ruleRoute } from '../routes.ts';
import { usePlaces } from '../use-channel.ts';
import { EndSnoozeButton } from './rule-notices.tsx';
import { formatSnoozeReason } from './snooze-form.ts';

/** Rules listed at most; the list of rules marks all. */
const MAX_SHOWN = 10;

/** `2 alarm rules snoozed`; empty without any. */
export function snoozedWords(rules: readonly AlarmRule[]): string {
  const count = rules.filter(({ snoozed }) => snoozed !== null).length;
  return count === 0 ? '' : `${plural(count, 'alarm rule')} snoozed`;
}

/** The rules that are snoozed, on the page of all alarms. */
export function SnoozedRules() {
  const placeOf = usePlaces();
  const rules = useReadable(useLive().rules.list).filter(({ snoozed }) => snoozed !== null);
  if (rules.length === 0) return null;
  return (
    <section className="alarm-section" aria-label="Snoozed alarm rules">
      <h3>{snoozedWords(rules)}</h3>
      <ul className="snoozed-rules">
        {rules.slice(0, MAX_SHOWN).map((view) => {
          const name = formatChannelLabel(placeOf(view.rule));
          const reason = formatSnoozeReason(view);
          return (
            <li key={view.id}>
              <p>
                <Link href={ruleRoute(view.id)}>{name}</Link>{' '}
                <span className="dim">
                  until {formatMinute(Date.parse(view.snoozed?.until ?? ''))}
                  {reason && (
                    <>
                      {' · '}
                      <bdi>{reason}</bdi>
                    </>
                  )}
                </span>
              </p>
              <EndSnoozeButton view={view} name={name} />
            </li>
          );
        })}
      </ul>
      {rules.length > MAX_SHOWN && <p className="dim">and {plural(rules.length - MAX_SHOWN, 'more rule')}</p>}
    </section>
  );
}
