import { type CorrectionVersion, describeCurve, formatCurve, NO_VALUE } from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import { formatLocalTime } from '../support/local-time.ts';
import type { DescribedChannel } from './channels.ts';
import type { ReportData, ReportTable } from './types.ts';

/** The longest field of a correction. */
const MAX_TEXT = 200;

/** A version, and when it was in force within the range: milliseconds since 1970. */
interface InForce {
  version: CorrectionVersion | undefined;
  from: number;
  to: number;
}

/** The corrections that were in force in the range, oldest first for each channel. */
export function correctionTable(channels: readonly DescribedChannel[], data: ReportData): ReportTable {
  const [from, to] = [Date.parse(data.statistics.from), Date.parse(data.statistics.to)];
  const time = (at: number): string => formatLocalTime(at, data.zone.offsetOf);
  const period = (one: InForce): string => {
    if (one.from === from) return one.to === to ? 'Throughout' : `Until ${time(one.to)}`;
    return one.to === to ? `From ${time(one.from)}` : `${time(one.from)} to ${time(one.to)}`;
  };
  return {
    columns: ['Channel', 'In force', 'Curve', 'Date', 'Reference standard', 'By'].map((label) => ({ label })),
    rows: channels.flatMap(({ name, statistics }) =>
      versionsInForce(data.correctionsOf(statistics), from, to).map((one) =>
        correctionRow([name, period(one)], one.version, labelText(statistics.unit)),
      ),
    ),
    none: 'None.',
    notes: [],
  };
}

/** @param versions newest first */
function versionsInForce(versions: readonly CorrectionVersion[], from: number, to: number): InForce[] {
  const changes = versions.toReversed().map((version) => ({ version, at: Date.parse(version.since) }));
  const before = changes.findLast(({ at }) => at <= from)?.version;
  const within = changes.filter(({ at }) => at > from && at < to);
  return [{ version: before, at: from }, ...within].map(({ version, at }, index) => ({
    version,
    from: at,
    to: within[index]?.at ?? to,
  }));
}

/** @param first cells of the channel and the time @param unit of the coefficients */
function correctionRow(first: readonly string[], version: CorrectionVersion | undefined, unit: string): string[] {
  const { correction, coefficients } = version ?? {};
  if (!correction || !coefficients) return [...first, 'None', NO_VALUE, NO_VALUE, NO_VALUE];
  const curve = describeCurve(correction);
  const formula = `${formatCurve(coefficients)}${unit && `, x in ${unit}`}`;
  return [
    ...first,
    `${curve.charAt(0).toUpperCase()}${curve.slice(1)}\n${formula}`,
    correction.date || NO_VALUE,
    labelText(correction.standard, MAX_TEXT) || NO_VALUE,
    labelText(correction.by, MAX_TEXT) || NO_VALUE,
  ];
}
