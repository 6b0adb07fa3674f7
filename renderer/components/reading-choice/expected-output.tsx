import type { ReadingChoice } from '../../../service/contract/index.ts';
import { formatBytes, formatCount, formatFixed, plural } from '../../data/format/numbers.ts';
import { type ExpectedTraffic, expectedTraffic, type TrafficOptions } from './expected-traffic.ts';

const WORDS = {
  messages: { verb: 'Publishes', participle: 'published' },
  lines: { verb: 'Writes', participle: 'written' },
} as const;

export interface ExpectedOutputProps extends Omit<TrafficOptions, 'choice'> {
  /** Undefined while a field of it is invalid. */
  choice: ReadingChoice | undefined;
  sent: keyof typeof WORDS;
  /** Follows the data per day. */
  note?: string;
}

/** What the choice in a form will send. */
export function ExpectedOutput({ choice, sent, note = '', ...options }: ExpectedOutputProps) {
  const { verb, participle } = WORDS[sent];
  const traffic = choice && expectedTraffic({ choice, ...options });
  return (
    <output className="expected-traffic">
      {!traffic
        ? `Correct the fields to see what is ${participle}.`
        : traffic.perHour === 0
          ? `${verb} nothing now: no connected device has selected channels.`
          : trafficText(traffic, sent, note)}
    </output>
  );
}

function trafficText(traffic: ExpectedTraffic, sent: string, note: string): string {
  const { devices, computed, perHour, bytesPerDay, isAtMost } = traffic;
  const count = perHour < 10 ? formatFixed(perHour, 1) : formatCount(Math.round(perHour));
  const most = isAtMost ? 'at most ' : '';
  const sources = [
    ...(devices > 0 ? [plural(devices, 'connected device')] : []),
    ...(computed > 0 ? [plural(computed, 'computed channel')] : []),
  ];
  return `Expected, from ${sources.join(' and ')}: ${most}${count} ${sent} per hour, ${most}${formatBytes(bytesPerDay)} per day${note}.`;
}
