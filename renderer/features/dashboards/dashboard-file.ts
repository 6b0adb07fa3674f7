import type * as z from 'zod';
import { type Dashboard, type DashboardInput, dashboardInputSchema } from '../../../service/contract/index.ts';
import { describeFieldError, firstErrors } from '../../components/config-editor/field-errors.ts';
import { capitalized } from '../../data/format/text.ts';

/** Largest file, in bytes: twice the largest dashboard. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

export type ReadDashboard =
  | { readonly kind: 'ready'; readonly dashboard: DashboardInput }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

/** Reads an exported dashboard. @param text of the file */
export function readDashboard(text: string): ReadDashboard {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { kind: 'refused', errors: ['Not a dashboard file: invalid JSON.'] };
  }
  const checked = dashboardInputSchema.safeParse(json);
  if (checked.success) return { kind: 'ready', dashboard: checked.data };
  return { kind: 'refused', errors: firstErrors(checked.error.issues.map(describeIssue)) };
}

/** `Tile 2, channel: must be …`; a tile counts from 1. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const [list, index, ...rest] = issue.path;
  const isTile = list === 'tiles' && typeof index === 'number';
  const field = isTile ? [`Tile ${index + 1}`, ...(rest.length > 0 ? [rest.join('.')] : [])] : [issue.path.join('.')];
  const subject = capitalized(field.join(', ')) || 'The file';
  if (issue.code === 'unrecognized_keys') return `${subject}: unknown field “${issue.keys.join('”, “')}”.`;
  const text = describeFieldError({}, subject, issue.message);
  // Messages of the library itself do not name the field.
  return text.startsWith(subject) ? text : `${subject}: ${text}`;
}

/** The text of an exported file. */
export function dashboardFile({ dashboard }: Dashboard): string {
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

/** `cold-room.mensura-dashboard.json` */
export function dashboardFileName({ dashboard: { name } }: Dashboard): string {
  const bare = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${bare || 'dashboard'}.mensura-dashboard.json`;
}
