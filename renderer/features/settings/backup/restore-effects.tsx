import { isNewOrigin, type RestoreEffect, type RestorePreview } from '../../../../service/contract/index.ts';
import { Choices } from './choices.tsx';

export interface RestoreEffectsProps {
  preview: RestorePreview;
  /** New web origins that the user allows. */
  origins: ReadonlySet<string>;
  onOrigins: (origins: ReadonlySet<string>) => void;
}

export function RestoreEffects({ preview, origins, onOrigins }: RestoreEffectsProps) {
  const { effects, losses, notes } = preview;
  const connections = effects.filter(({ kind }) => kind === 'brokers' || kind === 'gateways');
  const known = effects.filter((effect) => effect.kind === 'origins' && !effect.confirm);
  return (
    <>
      <NewOrigins effects={effects.filter(isNewOrigin)} chosen={origins} onChange={onOrigins} />
      <Effects title="Web origins already allowed" effects={known} />
      <Effects title="Brokers and gateways" effects={connections} />
      <Effects
        title="Settings that take effect immediately"
        effects={effects.filter(isSetting)}
        deleting={losses?.map(({ setting }) => setting)}
      />
      {notes.length > 0 && (
        <section className="restore-effects">
          <h3 className="form-label">Not changed</h3>
          <ul className="consequences">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function isSetting({ kind }: RestoreEffect): boolean {
  return kind === 'settings';
}

interface NewOriginsProps {
  effects: readonly RestoreEffect[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function NewOrigins({ effects, chosen, onChange }: NewOriginsProps) {
  if (effects.length === 0) return null;
  return (
    <fieldset className="form-group restore-effects">
      <legend className="form-label">New web origins</legend>
      <p className="form-hint">
        Pages from these origins can read and change readings, devices and settings. Select the ones you trust; the
        others are not added.
      </p>
      <Choices
        values={effects.map(({ value }) => value)}
        chosen={chosen}
        onChange={onChange}
        labelOf={(origin) => origin}
      />
    </fieldset>
  );
}

interface EffectsProps {
  title: string;
  effects: readonly RestoreEffect[];
  /** Settings that delete history. */
  deleting?: readonly string[] | undefined;
}

function Effects({ title, effects, deleting }: EffectsProps) {
  const toneOf = ({ value, confirm }: RestoreEffect): string | undefined =>
    deleting?.includes(value) ? 'form-warning' : confirm ? undefined : 'dim';
  if (effects.length === 0) return null;
  return (
    <section className="restore-effects">
      <h3 className="form-label">{title}</h3>
      <ul className="consequences">
        {effects.map((effect) => (
          <li key={effect.text} className={toneOf(effect)}>
            {effect.text}
            {!effect.confirm && ' Already set.'}
          </li>
        ))}
      </ul>
    </section>
  );
}
