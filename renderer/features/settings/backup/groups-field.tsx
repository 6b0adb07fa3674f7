import { BACKUP_GROUPS, type BackupGroup } from '../../../../service/contract/index.ts';
import { GROUP_LABELS, type PartCounts, partContent } from '../../../data/settings/group-labels.ts';

export interface PartsFieldProps {
  legend: string;
  chosen: ReadonlySet<BackupGroup>;
  onChange: (chosen: ReadonlySet<BackupGroup>) => void;
  counts: PartCounts;
}

export function GroupsField({ legend, chosen, onChange, counts }: PartsFieldProps) {
  const toggle = (part: BackupGroup, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(part);
    else next.delete(part);
    onChange(next);
  };
  return (
    <fieldset className="form-group">
      <legend className="form-label">{legend}</legend>
      {BACKUP_GROUPS.map((part) => (
        <label key={part} className="part-choice">
          <input type="checkbox" checked={chosen.has(part)} onChange={({ target }) => toggle(part, target.checked)} />
          <span>{GROUP_LABELS[part]}</span>
          <span className="dim part-count">{partContent(part, counts)}</span>
        </label>
      ))}
    </fieldset>
  );
}
