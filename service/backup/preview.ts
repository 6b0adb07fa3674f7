/** The effects of a restore, shown beforehand: what takes effect, is deleted, and is left out. */
import {
  type Backup,
  type BackupGroup,
  type HistoryLoss,
  RETENTION_SETTINGS,
  type RestoreEffect,
  type RestorePreview,
} from '../contract/index.ts';
import { errorClause } from '../support/errors.ts';
import { effectsOf } from './effects.ts';
import { leftOut, type MaintenanceOptions, type RetentionLimits } from './groups.ts';

/** Names of the resolutions within a sentence. */
const THINGS = { raw: 'raw readings', minute: 'minute aggregates', hour: 'hourly aggregates' } as const;

/** @param present the current state */
export async function previewOf(
  { losses: measure }: Pick<MaintenanceOptions, 'losses'>,
  present: Backup,
  wanted: Backup,
  groups: readonly BackupGroup[],
): Promise<RestorePreview> {
  const effects = effectsOf(present, wanted, groups);
  const notes = leftOut(present.settings, wanted, groups);
  const lowered = Object.fromEntries(
    RETENTION_SETTINGS.flatMap((name) =>
      effects.some(({ kind, value }) => kind === 'settings' && value === name) ? [[name, wanted.settings[name]]] : [],
    ),
  ) as RetentionLimits;
  if (Object.keys(lowered).length === 0) return { effects, losses: [], notes };
  try {
    const losses = await measure(lowered);
    return { effects: effects.map((effect) => withLosses(effect, losses)), losses, notes };
  } catch (error) {
    const unknown = `Cannot determine what this deletes: ${errorClause(error)}.`;
    return { effects: effects.map((effect) => withText(effect, unknown)), losses: null, notes };
  }
}

function isRetention({ kind, value }: RestoreEffect): boolean {
  return kind === 'settings' && RETENTION_SETTINGS.some((name) => name === value);
}

function withText(effect: RestoreEffect, more: string): RestoreEffect {
  return isRetention(effect) ? { ...effect, text: `${effect.text} ${more}` } : effect;
}

function withLosses(effect: RestoreEffect, all: readonly HistoryLoss[]): RestoreEffect {
  const losses = all.filter(({ setting }) => setting === effect.value);
  if (losses.length > 0) return withText(effect, losses.map(lossSentence).join(' '));
  return withText(effect, 'No stored data is deleted.');
}

function lossSentence({ setting, resolution, from, until, readings }: HistoryLoss): string {
  const about = setting === 'history_max_gib' ? 'About ' : '';
  const things = THINGS[resolution];
  const many = readings === null ? `${about}all ${things}` : `${about}${readings} ${things}`;
  return `${many[0]?.toUpperCase()}${many.slice(1)} from ${minuteOf(from)} to ${minuteOf(until)} UTC are deleted.`;
}

function minuteOf(timestamp: string): string {
  return timestamp.slice(0, 16).replace('T', ' ');
}
