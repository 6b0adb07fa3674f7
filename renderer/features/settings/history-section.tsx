import { Link } from 'wouter';
import type { Settings } from '../../../service/contract/index.ts';
import { formatCount, formatFixed } from '../../data/format/numbers.ts';
import { HISTORY_ROUTE } from '../history/routes.ts';
import { Section } from './section.tsx';

export function retentionSentence(settings: Settings): string {
  const { history, history_raw_days: raw, history_minute_days: minutes, history_max_gib: gib } = settings;
  const size = formatFixed(gib, Number.isInteger(gib) ? 0 : 2);
  const limits = `Raw readings are stored for ${days(raw)}, minute aggregates for ${days(minutes)} and hour aggregates without a time limit, up to ${size} GiB in total.`;
  return history ? limits : `Recording is off. Existing history follows these limits: ${limits}`;
}

function days(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'day' : 'days'}`;
}

export function HistorySection({ settings }: { settings: Settings }) {
  return (
    <Section id="history">
      <p>{retentionSentence(settings)}</p>
      <p>
        Change retention and daily CSV files on the <Link href={HISTORY_ROUTE}>History page</Link>.
      </p>
    </Section>
  );
}
