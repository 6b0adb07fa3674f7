/**
 * The text formats of Prometheus: exposition format 0.0.4 and OpenMetrics 1.0.0
 * (https://prometheus.io/docs/instrumenting/exposition_formats/, https://openmetrics.io).
 */

/** The formats by content type; the first one unless a reader asks for another. */
export const METRICS_TYPES = [
  'text/plain; version=0.0.4; charset=utf-8',
  'application/openmetrics-text; version=1.0.0; charset=utf-8',
] as const;
export type MetricsType = (typeof METRICS_TYPES)[number];

export interface Metric {
  /** With `_total` at the end of a counter. */
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  samples: readonly MetricSample[];
}

export type MetricSample = readonly [labels: Readonly<Record<string, string>>, value: number];

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** @param samples by label; a single value has no labels */
export function metric(
  name: string,
  type: Metric['type'],
  help: string,
  samples: number | readonly MetricSample[],
): Metric {
  return { name, type, help, samples: typeof samples === 'number' ? [[{}, samples]] : samples };
}

/** All labels of a sample, in braces; empty without any. */
function labelsText(labels: Readonly<Record<string, string>>): string {
  const texts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`,
  );
  return texts.length > 0 ? `{${texts.join(',')}}` : '';
}

/** One document of metrics. OpenMetrics names a counter without `_total`, and marks its end. */
export function metricsDocument(metrics: readonly Metric[], type: MetricsType): string {
  const isOpen = type === METRICS_TYPES[1];
  const texts = metrics.map(({ name, type: kind, help, samples }) => {
    const family = isOpen && kind === 'counter' ? name.replace(/_total$/, '') : name;
    const lines = samples.map(([labels, value]) => `${name}${labelsText(labels)} ${value}`);
    return [`# HELP ${family} ${help}`, `# TYPE ${family} ${kind}`, ...lines].join('\n');
  });
  return `${texts.join('\n')}\n${isOpen ? '# EOF\n' : ''}`;
}
