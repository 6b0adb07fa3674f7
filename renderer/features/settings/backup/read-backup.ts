import type * as z from 'zod';
import { type Backup, backupSchema, MAX_BACKUP_BYTES } from '../../../../service/contract/index.ts';
import { firstErrors } from '../../../components/config-editor/field-errors.ts';
import { describeUnreadable } from '../../../components/form/use-file-picker.tsx';
import { formatBytes } from '../../../data/format/numbers.ts';

export type BackupPlan = { kind: 'ready'; backup: Backup } | { kind: 'refused'; errors: string[] };

function refused(...errors: string[]): BackupPlan {
  return { kind: 'refused', errors };
}

export async function readBackup(file: Pick<File, 'name' | 'size' | 'text'>): Promise<BackupPlan> {
  if (file.size > MAX_BACKUP_BYTES) {
    return refused(
      `Not a Mensura backup: the file is ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_BACKUP_BYTES)}.`,
    );
  }
  try {
    return planBackup(await file.text());
  } catch {
    return refused(describeUnreadable(file.name));
  }
}

export function planBackup(text: string): BackupPlan {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return refused('Not a Mensura backup: invalid JSON.');
  }
  if (!isOurs(json)) return refused('Not a Mensura backup: “format” is not “mensura-backup”.');
  const { success, data, error } = backupSchema.safeParse(json);
  return success ? { kind: 'ready', backup: data } : refused(...sentences(error.issues));
}

function isOurs(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === 'mensura-backup';
}

function sentences(issues: readonly z.core.$ZodIssue[]): string[] {
  const version = issues.find(({ path }) => path[0] === 'version');
  // Another version may have another structure.
  if (version) return [`The version ${version.message}.`];
  return firstErrors(issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}.`));
}
