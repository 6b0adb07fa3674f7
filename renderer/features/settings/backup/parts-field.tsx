/** Which parts are restored or reset. */
import { SETTING_PARTS, type SettingPart } from '../../../../service/contract/index.ts';
import { PART_NAMES, type PartCounts, partContent } from '../../../data/settings/part-words.ts';

export interface PartsFieldProps {
  legend: string;
  chosen: ReadonlySet<SettingPart>;
  onChange: (chosen: ReadonlySet<SettingPart>) => void;
  /** How many of each stand behind its name. */
  counts: PartCounts;
}

export function PartsField({ legend, chosen, onChange, counts }: PartsFieldProps) {
  const toggle = (part: SettingPart, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(part);
    else next.delete(part);
    onChange(next);
  };
  return (
    <fieldset className="form-group">
      <legend className="form-label">{legend}</legend>
      {SETTING_PARTS.map((part) => (
        <label key={part} className="part-choice">
          <input type="checkbox" checked={chosen.has(part)} onChange={({ target }) => toggle(part, target.checked)} />
          <span>{PART_NAMES[part]}</span>
          <span className="dim part-count">{partContent(part, counts)}</span>
        </label>
      ))}
    </fieldset>
  );
}
