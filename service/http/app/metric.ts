/** One metric in the text format of Prometheus (exposition format 0.0.4). */
export interface Metric {
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  /** Samples by label; a single sample has no labels. */
  samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function labelText([name, value]: [string, string]): string {
  return `${name}="${value.replaceAll(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`;
}

export function metricText({ name, type, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const texts = Object.entries(labels).map(labelText);
    return `${name}${texts.length > 0 ? `{${texts.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}
