import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod';
import type { RequestError } from '../../data/requests.ts';
import { describeFieldError, type FieldLabels, type FormError, fieldOfPath } from './field-errors.ts';

/** Differences between kinds of entries. */
export interface FormDefinition<View, Form extends FieldValues> {
  /** Of all fields, by path. The same object for every form. */
  labels: FieldLabels;
  /** Field to blame if a new entry already exists. */
  identifier?: FieldPath<Form>;
  /** @param present values of the open form; undefined for a new one */
  formOf: (view: View, present?: Form) => Form;
  /** Equal for forms with the same meaning. */
  formText: (form: Form) => string;
  /** Equal for entries with the same configuration, enabled or not. */
  configurationText: (view: View) => string;
}

export interface SavedForm<View, Form extends FieldValues> {
  form: UseFormReturn<Form>;
  element: RefObject<HTMLFormElement | null>;
  isDirty: boolean;
  /** Changed elsewhere while there are unsaved edits. */
  changedElsewhere: boolean;
  /** Replaces the edits with the saved version. */
  loadStored: () => void;
  /** Names of the folds that are open; a fold is an element with `data-fold`. */
  openFolds: ReadonlySet<string>;
  setFoldOpen: (name: string, open: boolean) => void;
  /** Validates all fields and focuses the first invalid one. */
  check: () => Promise<boolean>;
  /** Shows errors at their fields. @returns errors without a field, as sentences */
  showErrors: (refusal: RequestError) => string[];
  /** Applies the response; edits made since then stay. */
  settle: (view: View, sent: Form) => void;
}

export interface StoredFormOptions<View, Form extends FieldValues> {
  kind: FormDefinition<View, Form>;
  /** Null for a new entry. */
  stored: View | null;
  initial: Form;
  /** All errors of a form. The same function while its result depends only on the form. */
  check: (form: Form) => readonly FormError[];
  /** Folds that are open at first; default none. */
  openFolds?: readonly string[];
}

export function useStoredForm<View, Form extends FieldValues>(
  options: StoredFormOptions<View, Form>,
): SavedForm<View, Form> {
  const { kind, stored, initial, check } = options;
  const element = useRef<HTMLFormElement>(null);
  const [openFolds, setOpenFolds] = useState<ReadonlySet<string>>(() => new Set(options.openFolds));
  const setFoldOpen = (name: string, open: boolean): void =>
    setOpenFolds((before) => new Set([...[...before].filter((other) => other !== name), ...(open ? [name] : [])]));
  const resolver = useMemo(() => zodResolver(formSchema(check)), [check]);
  const form = useForm<Form>({
    defaultValues: initial as DefaultValues<Form>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  const paths = useMemo(() => Object.keys(kind.labels) as FieldPath<Form>[], [kind.labels]);
  const { hasMoved, agree } = useAgreement(kind, stored);
  const { reset } = form;
  useEffect(() => {
    if (!stored || !hasMoved || isDirty) return;
    reset(kind.formOf(stored, form.getValues()));
    agree(stored);
  }, [kind, stored, hasMoved, isDirty, form, reset, agree]);
  useForgivenErrors(form, paths);

  /** Focuses the first invalid field in document order. */
  const reveal = (): void => {
    const wrong = new Set<string>(paths.filter((path) => form.getFieldState(path).invalid));
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    const first = fields.find(({ dataset }) => wrong.has(dataset['field'] ?? ''));
    const fold = first?.closest<HTMLElement>('[data-fold][hidden]')?.dataset['fold'];
    if (fold !== undefined) flushSync(() => setFoldOpen(fold, true));
    first?.focus();
  };

  return {
    form,
    element,
    isDirty,
    changedElsewhere: hasMoved && isDirty,
    loadStored: () => {
      if (!stored) return;
      reset(kind.formOf(stored, form.getValues()));
      agree(stored);
    },
    openFolds,
    setFoldOpen,
    check: async () => {
      const isRight = await form.trigger();
      if (!isRight) reveal();
      return isRight;
    },
    showErrors: ({ status, message: whole, errors }) => {
      const taken = status === 409 && !stored ? kind.identifier : undefined;
      const named = errors.length > 0 ? errors : [{ path: taken ?? '', message: whole }];
      const others: string[] = [];
      for (const { path, message } of named) {
        const field = fieldOfPath(paths, path);
        const sentence = describeFieldError(kind.labels, field ?? path, message);
        if (field) form.setError(field, { type: 'server', message: sentence });
        else others.push(sentence);
      }
      reveal();
      return others;
    },
    settle: (view, sent) => {
      const isSame = kind.formText(form.getValues()) === kind.formText(sent);
      reset(kind.formOf(view, sent), isSame ? {} : { keepValues: true });
      agree(view);
    },
  };
}

/** Whether the stored version has changed since the form last matched it. */
function useAgreement<View, Form extends FieldValues>(
  { configurationText }: FormDefinition<View, Form>,
  stored: View | null,
): { hasMoved: boolean; agree: (view: View) => void } {
  const present = useMemo(() => stored && configurationText(stored), [configurationText, stored]);
  const [agreed, setAgreed] = useState(present);
  const agree = useMemo(() => (view: View) => setAgreed(configurationText(view)), [configurationText]);
  return { hasMoved: present !== null && present !== agreed, agree };
}

/** Clears errors that another field caused. Errors of the service stay until the next request. */
function useForgivenErrors<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  paths: readonly FieldPath<Form>[],
): void {
  useEffect(() => {
    const isOurs = (path: FieldPath<Form>): boolean => {
      const { error } = form.getFieldState(path);
      return error !== undefined && error.type !== 'server';
    };
    const { unsubscribe } = form.watch(() => {
      const wrong = paths.filter(isOurs);
      if (wrong.length > 0) void form.trigger(wrong);
    });
    return unsubscribe;
  }, [form, paths]);
}

/** @param check returns all errors of a form */
function formSchema<Form>(check: (form: Form) => readonly FormError[]): z.ZodType<Form, Form> {
  return z.custom<Form>().check(({ value, issues }) => {
    for (const { path, message } of check(value)) {
      issues.push({ code: 'custom', path: path.split('./'), message, input: value });
    }
  });
}
