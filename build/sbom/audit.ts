/** npm's severities. */
const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'] as const;

export type AuditResult =
  | { result: 'clean'; packages: number }
  | { result: 'found'; advisories: string[] }
  /** The registry was not reached, or does not support audits. */
  | { result: 'not checked'; reason: string };

interface AuditReport {
  message?: string;
  error?: { summary?: string; code?: string };
  metadata?: { vulnerabilities: Record<string, number>; dependencies: { total: number } };
  vulnerabilities?: Record<
    string,
    { name: string; severity: string; range: string; via: (string | { title: string })[] }
  >;
}

/** Known vulnerabilities. @param output the output of `npm audit --json`. @param errors its standard error */
export function parseAudit(output: string, errors: string): AuditResult {
  const parsed = parse(output);
  const { metadata, vulnerabilities } = parsed ?? {};
  if (!metadata || !vulnerabilities) {
    const reason = parsed?.message ?? parsed?.error?.summary ?? parsed?.error?.code ?? errors;
    return { result: 'not checked', reason: reason || 'npm did not respond.' };
  }
  const advisories = Object.values(vulnerabilities)
    .toSorted((a, b) => rank(a.severity) - rank(b.severity))
    .map(({ name, severity, range, via }) => {
      const titles = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.title));
      return `${severity}: ${name} ${range}: ${titles.join('; ')}`;
    });
  if (advisories.length > 0) return { result: 'found', advisories };
  return { result: 'clean', packages: metadata.dependencies.total };
}

function parse(text: string): AuditReport | undefined {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return undefined;
  }
}

function rank(severity: string): number {
  const place = SEVERITIES.findIndex((known) => known === severity);
  return place < 0 ? SEVERITIES.length : place;
}
