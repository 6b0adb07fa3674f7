import { useId, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  type ChannelRef,
  channelPath,
  MAX_HISTORY_CHANNELS,
  parseChannelPath,
} from '../../../../service/contract/index.ts';
import { FieldError, TextInput } from '../../../components/form/field.tsx';
import { ListSearch, NoMatches } from '../../../components/list-search.tsx';
import {
  type ChannelGroup,
  type SelectableChannel,
  searchChannels,
} from '../../../data/compare/selectable-channels.ts';
import { plural } from '../../../data/format/numbers.ts';
import { useDisplayUnits } from '../../../data/react.ts';
import { ChannelChoices } from '../../compare/channel-choices.tsx';
import { channelsToShow, groupsNotKnown } from '../../compare/compare-channels.ts';
import { emptyLimit, type LimitForm, type RunForm } from './run-form.ts';

/** Fewer channels need no search. */
const SEARCHED = 8;

/** The channels to select, and the limits of the selected ones. */
export function ChannelsField({ groups }: { groups: readonly ChannelGroup[] }) {
  const { setValue, getFieldState, formState } = useFormContext<RunForm>();
  const [paths, limits] = useWatch<RunForm, ['channels', 'limits']>({ name: ['channels', 'limits'] });
  const units = useDisplayUnits();
  const [search, setSearch] = useState('');
  const errorId = useId();
  // Those that nobody knows any more came with the run: listed so that each can be deselected.
  const [first] = useState(paths);
  const all = useMemo(() => [...groupsNotKnown(channelsOf(first, groups), groups), ...groups], [first, groups]);
  const found = useMemo(() => searchChannels(all, search), [all, search]);
  const selected = channelsOf(paths, groups);
  const count = all.reduce((sum, { channels }) => sum + channels.length, 0);
  const { message } = getFieldState('channels', formState).error ?? {};
  const change = (refs: readonly ChannelRef[], isSelected: boolean): void => {
    const changed = new Set(refs.map(channelPath));
    const isLeft = paths.map((path) => !changed.has(path));
    const added = isSelected ? channelsOf([...changed], groups) : [];
    const free = MAX_HISTORY_CHANNELS - isLeft.filter(Boolean).length;
    const shouldDirty = { shouldDirty: true };
    setValue(
      'limits',
      [
        ...limits.filter((_, index) => isLeft[index]),
        ...added.slice(0, free).map(({ unit }) => emptyLimit(units.of(unit))),
      ],
      shouldDirty,
    );
    setValue(
      'channels',
      [...paths.filter((_, index) => isLeft[index]), ...added.slice(0, free).map(({ path }) => path)],
      shouldDirty,
    );
  };
  return (
    <>
      <fieldset className="form-group" aria-describedby={errorId} data-field="channels" tabIndex={-1}>
        <legend className="form-label">
          Channels <span className="dim">({plural(paths.length, 'selected', 'selected')})</span>
        </legend>
        {count > SEARCHED && (
          <ListSearch
            placeholder="Search channels"
            label="Search channels by name, device, serial number or unit"
            value={search}
            onChange={setSearch}
          />
        )}
        <div className="run-channels">
          <ChannelChoices
            groups={found}
            paths={new Set(paths)}
            isFull={paths.length >= MAX_HISTORY_CHANNELS}
            onToggle={(ref) => change([ref], !paths.includes(channelPath(ref)))}
            onToggleAll={change}
          />
          {found.length === 0 &&
            (search.trim() ? (
              <NoMatches what="channels" search={search.trim()} onClear={() => setSearch('')} />
            ) : (
              <p className="list-empty">No devices connected and no readings stored</p>
            ))}
        </div>
        <FieldError id={errorId} text={message} />
      </fieldset>
      {selected.length > 0 && (
        <fieldset className="form-group">
          <legend className="form-label">Limits (optional)</legend>
          <p className="form-hint">The statistics show how long readings were outside them. No alarm is raised.</p>
          <ul className="run-limits">
            {selected.map((channel, index) => (
              <Limits key={channel.path} channel={channel} index={index} limits={limits[index]} />
            ))}
          </ul>
        </fieldset>
      )}
    </>
  );
}

function channelsOf(paths: readonly string[], groups: readonly ChannelGroup[]): SelectableChannel[] {
  return channelsToShow(
    paths.flatMap((path) => parseChannelPath(path) ?? []),
    groups,
  );
}

const LIMITS = [
  { name: 'low', word: 'Lower limit', placeholder: 'Low' },
  { name: 'high', word: 'Upper limit', placeholder: 'High' },
] as const;

interface LimitsProps {
  channel: SelectableChannel;
  /** Of the channel in the form. */
  index: number;
  /** Undefined while the form is being replaced. */
  limits: LimitForm | undefined;
}

function Limits({ channel: { name, device, ref }, index, limits }: LimitsProps) {
  const { setValue, getFieldState, formState } = useFormContext<RunForm>();
  const errorId = useId();
  const title = ref.family === 'computed' ? name : `${name} · ${device}`;
  const errors = LIMITS.map((limit) => getFieldState(`limits.${index}.${limit.name}`, formState).error?.message ?? '');
  return (
    <li className="run-limit">
      <span className="run-limit-name" title={ref.family === 'computed' ? undefined : ref.serial}>
        {title}
      </span>
      {LIMITS.map((limit, at) => (
        <TextInput
          key={limit.name}
          name={`limits.${index}.${limit.name}`}
          aria-label={`${limit.word} of ${title}`}
          aria-invalid={errors[at] !== ''}
          aria-describedby={errorId}
          placeholder={limit.placeholder}
          inputMode="decimal"
          value={limits?.[limit.name] ?? ''}
          {...(limits?.shown && { unit: limits.shown })}
          onChange={({ target }) =>
            setValue(`limits.${index}.${limit.name}`, target.value, { shouldDirty: true, shouldTouch: true })
          }
        />
      ))}
      <FieldError id={errorId} text={[...new Set(errors)].filter(Boolean).join(' ')} />
    </li>
  );
}
