import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import {
  type ComputedChannel,
  type ComputedPreview,
  computedInputSchema,
  DISPLAY_UNITS,
  fieldAt,
} from '../../../../service/contract/index.ts';
import { rawRoute, replacePath } from '../../../app/guarded-location.ts';
import { EntryForm } from '../../../components/config-editor/entry-form.tsx';
import { useEntryActions } from '../../../components/config-editor/use-entry-actions.ts';
import { type FormEditor, storedOf, useFormEditor } from '../../../components/config-editor/use-form-editor.ts';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { TextField } from '../../../components/form/field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { NothingToShow } from '../../../components/nothing-to-show.tsx';
import { createComputed, updateComputed } from '../../../data/computed/requests.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { COMPUTED } from '../computed-definition.ts';
import '../computed.css';
import { FormulaField } from '../formula/formula-field.tsx';
import { useSuggestions } from '../formula/use-suggestions.ts';
import { computedRoute, computedTarget } from '../routes.ts';
import {
  COMPUTED_FIELDS,
  COMPUTED_FORM,
  type ComputedForm,
  checkForm,
  EMPTY_FORM,
  formOf,
  inputOf,
  previewInputOf,
} from './computed-form.ts';
import { Preview } from './preview.tsx';
import { RecipeMenu } from './recipe-menu.tsx';
import { usePreview } from './use-preview.ts';

const NAME = fieldAt(COMPUTED_FIELDS, 'name');
const UNIT = fieldAt(COMPUTED_FIELDS, 'unit');
const DECIMALS = fieldAt(COMPUTED_FIELDS, 'decimals');
const MAX_AGE = fieldAt(COMPUTED_FIELDS, 'max_age_ms');

const KNOWN_UNITS = [
  ...Object.keys(DISPLAY_UNITS),
  ...Object.values(DISPLAY_UNITS)
    .flat()
    .map(({ unit }) => unit),
];

/** The form of the computed channel in the address. */
export function ComputedEditor() {
  const route = useReadable(rawRoute);
  const target = computedTarget(route);
  const known = useReadable(useLive().computed.known);
  if (!target) return null;
  if (target.kind === 'edit') {
    const record = known.get(target.id);
    if (record) return <EditComputed key={target.id} record={record} />;
    return (
      <NothingToShow
        what="the computed channels"
        missing={{
          title: 'Computed channel not found',
          text: 'It may have been removed, or added again with a new ID.',
          listRoute: COMPUTED.listRoute,
          listWord: 'Show devices',
        }}
      >
        {null}
      </NothingToShow>
    );
  }
  const copied = known.get(target.copyOf)?.view;
  // The definition to copy may arrive after the page.
  return <NewComputed key={`${route} ${copied?.id ?? ''}`} copied={copied} />;
}

interface EditorOptions {
  /** Undefined for a new one. */
  record: EntityRecord<'computed-channel'> | undefined;
  initial: ComputedForm;
  what: string;
}

/** Saving leaves the form for the readings. */
function useEditor({ record, initial, what }: EditorOptions): FormEditor<ComputedChannel, ComputedForm> {
  const { computed } = useLive();
  return useFormEditor({
    kind: COMPUTED_FORM,
    stored: storedOf(record),
    initial,
    what,
    check: checkForm,
    send: (form, stored) => (stored ? updateComputed(stored.id, inputOf(form)) : createComputed(inputOf(form))),
    onSaved: (answer, sent, state, isHere) => {
      computed.accept(answer);
      state.settle(answer, sent);
      if (!isHere) return;
      replacePath(computedRoute(answer.id));
      // The focused button leaves with the form.
      document.querySelector<HTMLElement>('main')?.focus();
    },
  });
}

function NewComputed({ copied }: { copied: ComputedChannel | undefined }) {
  const [initial] = useState(() => (copied ? copyOf(copied) : EMPTY_FORM));
  const editor = useEditor({ record: undefined, initial, what: 'the new computed channel' });
  const { element } = editor.state;
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[data-field="name"]')?.focus();
  }, [element]);
  return (
    <EntryForm entries={COMPUTED} editor={editor}>
      <Fields id={null} editor={editor} />
    </EntryForm>
  );
}

/** The form of a copy, with a name of its own. */
function copyOf(view: ComputedChannel): ComputedForm {
  const suffix = ' (copy)';
  const { maxLength } = computedInputSchema.shape.name;
  const form = formOf(view);
  return { ...form, name: `${form.name.slice(0, (maxLength ?? 100) - suffix.length)}${suffix}` };
}

function EditComputed({ record }: { record: EntityRecord<'computed-channel'> }) {
  const { view, gone } = record;
  const [initial] = useState(() => formOf(view));
  const what = `the computed channel “${view.computed.name}”`;
  const actions = useEntryActions(COMPUTED, view, what);
  const editor = useEditor({ record, initial, what });
  return (
    <EntryForm
      entries={COMPUTED}
      editor={editor}
      title={view.computed.name}
      subtitle={gone ? 'Removed' : <Link href={computedRoute(view.id)}>Show readings</Link>}
      saved={{ actions }}
    >
      <Fields id={view.id} editor={editor} />
    </EntryForm>
  );
}

interface FieldsProps {
  /** Null for a new one. */
  id: string | null;
  editor: FormEditor<ComputedChannel, ComputedForm>;
}

function Fields({ id, editor }: FieldsProps) {
  const form = useWatch({ control: editor.state.form.control }) as ComputedForm;
  const { translation, translate } = useTranslation(editor);
  const preview = usePreview(previewInputOf(form, id), translate);
  const { channels, suggestions } = useSuggestions(id);
  const isTranslated = translation !== '' && form.formula === translation;
  const decimals = Number(form.decimals);
  const isCurrent = preview.formula === form.formula;
  return (
    <>
      <div className="form-grid">
        <DeclaredField field={NAME} />
        <UnitField channels={channels.map(({ unit }) => unit)} />
        <DeclaredField field={DECIMALS} />
        <DeclaredField field={MAX_AGE} />
      </div>
      <FormulaField
        suggestions={suggestions}
        fault={isCurrent ? (preview.result?.error ?? null) : null}
        note={isTranslated && 'Channels were in the form of the manufacturer; they are written as Mensura does now.'}
        actions={<RecipeMenu channels={channels} />}
      />
      <Preview
        preview={preview}
        unit={form.unit}
        decimals={Number.isInteger(decimals) && decimals >= 0 && decimals <= 6 ? decimals : 2}
      />
    </>
  );
}

/** Units of the devices and of Mensura's conversions. */
function UnitField({ channels }: { channels: readonly string[] }) {
  const listId = useId();
  const field = useFormField<ComputedForm>('unit');
  const units = [...new Set([...channels, ...KNOWN_UNITS])].filter((unit) => unit !== '');
  return (
    <>
      <TextField
        label={UNIT.label}
        hint="Empty for a plain number. Write K, not °C, for a difference of temperatures: it is not converted to °F."
        list={listId}
        {...field}
      />
      <datalist id={listId}>
        {units.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </datalist>
    </>
  );
}

/** Replaces the formula when the service has translated the manufacturer's form of its channels. */
function useTranslation({ state: { form, element } }: FieldsProps['editor']): {
  /** Of the last translation; empty before. */
  translation: string;
  translate: (result: ComputedPreview, sent: string) => void;
} {
  const [translation, setTranslation] = useState('');
  const translate = ({ formula, error }: ComputedPreview, sent: string): void => {
    if (error !== null || formula === sent || form.getValues('formula') !== sent) return;
    const field = element.current?.querySelector<HTMLTextAreaElement>('textarea[data-field="formula"]');
    // The characters behind the caret stay.
    const caret = formula.length - (sent.length - (field?.selectionEnd ?? sent.length));
    form.setValue('formula', formula, { shouldDirty: true });
    if (document.activeElement === field) field?.setSelectionRange(caret, caret);
    setTranslation(formula);
  };
  return { translation, translate };
}
