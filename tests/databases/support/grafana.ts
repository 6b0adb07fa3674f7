/** Dashboards as Grafana reads them: their variables, and their queries with the variables filled in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';

export interface Panel {
  id: number;
  title: string;
  repeat?: string;
  datasource: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { refId: string; datasource: { uid: string }; query?: string; expr?: string }[];
}

interface Variable {
  name: string;
  label: string;
  query: string | { query: string };
}

export interface Dashboard {
  uid: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: Variable[] };
}

/** @param path below `docs/examples` */
export function readDashboard(path: string): Dashboard {
  return JSON.parse(readFileSync(join(ROOT, 'docs/examples', path), 'utf8')) as Dashboard;
}

/** The query that fills a variable. */
export function variableQuery({ templating }: Dashboard, name: string): string {
  const query = templating.list.find((variable) => variable.name === name)?.query ?? '';
  return typeof query === 'string' ? query : query.query;
}

/** The text of a query, without values. */
export function panelQuery({ panels }: Dashboard, title: string, refId = 'A'): string {
  const target = panels.find((panel) => panel.title === title)?.targets.find((one) => one.refId === refId);
  if (!target) throw new Error(`No query ${refId} in a panel "${title}"`);
  return target.query ?? target.expr ?? '';
}

/** Every `$name`, `${name}` and `${name:format}` of a text. */
const PLACEHOLDER = /\$(?:\{(\w+)(?::(\w+))?\}|(\w+))/g;

/** The names of the variables in a text. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, braced, , bare]) => braced ?? bare ?? '');
}

/**
 * Fills in the variables as Grafana's InfluxDB data source does: several values become a group of a regular expression,
 * one is written as it is.
 * @throws Error for a variable without a value
 */
export function interpolate(text: string, values: Readonly<Record<string, string | readonly string[]>>): string {
  return text.replaceAll(PLACEHOLDER, (_whole, braced?: string, format?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the variable ${name}`);
    if (typeof value === 'string') return value;
    if (format === 'raw') return value.join(',');
    return `(${value.map((one) => one.replaceAll(/[\\^$*+?.()|[\]{}/]/g, String.raw`\$&`)).join('|')})`;
  });
}
