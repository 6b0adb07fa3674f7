/** The form of one entry: what is typed, how it is checked, and how it follows what happens to the entry meanwhile. */
import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { RequestError } from '../../data/requests.ts';
import type { FormProblem } from './form-problem.ts';
import { formSchema } from './form-schema.ts';

/** What tells the forms of one kind of entries from another's. */
export interface FormDefinition<View, Form extends FieldValues> {
  /** All fields that the form has. */
  paths: readonly FieldPath<Form>[];
  /** A field's problem in the service's words, as a sentence. */
  sentence: (path: string, message: string) => string;
  /** The field that the service means when it says that there is such a new entry already. */
  identifier?: FieldPath<Form>;
  /** @param present what stands in the form that it goes to; undefined where there is none yet */
  formOf: (view: View, present?: Form) => Form;
  /** What a form says, as one text: whether two say the same. */
  formText: (form: Form) => string;
  /** What an entry is configured to, as one text. Being switched on or off is not part of it. */
  configurationText: (view: View) => string;
}

export interface SavedForm<View, Form extends FieldValues> {
  form: UseFormReturn<Form>;
  /** Goes to the form's element. */
  element: RefObject<HTMLFormElement | null>;
  isDirty: boolean;
  /** The entry was changed elsewhere while there are unsaved changes here. */
  changedElsewhere: boolean;
  /** Gives up what is typed for what is stored. */
  takeStored: () => void;
  /** The part of the form that is folded at first, where there is one. */
  isAdvancedOpen: boolean;
  setAdvancedOpen: (open: boolean) => void;
  /** Checks everything; what is wrong is shown, and the first of it gets the focus. */
  check: () => Promise<boolean>;
  /** Shows a refusal at the fields that it names; answers, as sentences, what has no field here. */
  showProblems: (refusal: RequestError) => string[];
  /** Takes the answer to what was sent. What was typed meanwhile stays. */
  settle: (view: View, sent: Form) => void;
}

export interface StoredFormOptions<View, Form extends FieldValues> {
  kind: FormDefinition<View, Form>;
  /** The entry as it is stored; null for one that is new. */
  stored: View | null;
  initial: Form;
  /** Everything that is wrong with a form. The same function while nothing else makes a form right or wrong. */
  check: (form: Form) => readonly FormProblem[];
}

export function useStoredForm<View, Form extends FieldValues>(
  options: StoredFormOptions<View, Form>,
): SavedForm<View, Form> {
  const { kind, stored, initial, check } = options;
  const element = useRef<HTMLFormElement>(null);
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  const resolver = useMemo(() => zodResolver(formSchema(check)), [check]);
  const form = useForm<Form>({
    defaultValues: initial as DefaultValues<Form>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;
  const { hasMoved, agree } = useAgreement(kind, stored);
  const { reset } = form;
  useEffect(() => {
    if (!stored || !hasMoved || isDirty) return;
    reset(kind.formOf(stored, form.getValues()));
    agree(stored);
  }, [kind, stored, hasMoved, isDirty, form, reset, agree]);
  useForgivenErrors(form, kind.paths);

  /** The focus goes to the first field, as they stand, with something wrong. */
  const reveal = (): void => {
    const wrong = new Set<string>(kind.paths.filter((path) => form.getFieldState(path).invalid));
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    const first = fields.find(({ dataset }) => wrong.has(dataset['field'] ?? ''));
    if (first?.closest('[hidden]')) flushSync(() => setAdvancedOpen(true));
    first?.focus();
  };

  return {
    form,
    element,
    isDirty,
    changedElsewhere: hasMoved && isDirty,
    takeStored: () => {
      if (!stored) return;
      reset(kind.formOf(stored, form.getValues()));
      agree(stored);
    },
    isAdvancedOpen,
    setAdvancedOpen,
    check: async () => {
      const isRight = await form.trigger();
      if (!isRight) reveal();
      return isRight;
    },
    showProblems: ({ status, message: whole, problems }) => {
      const taken = status === 409 && !stored ? kind.identifier : undefined;
      const named = problems.length > 0 ? problems : [{ path: taken ?? '', message: whole }];
      const others: string[] = [];
      for (const { path, message } of named) {
        const field = kind.paths.find((one) => one === path);
        const sentence = kind.sentence(path, message);
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

/** Whether what is stored has changed since the form last agreed with it. */
function useAgreement<View, Form extends FieldValues>(
  { configurationText }: FormDefinition<View, Form>,
  stored: View | null,
): { hasMoved: boolean; agree: (view: View) => void } {
  const present = useMemo(() => stored && configurationText(stored), [configurationText, stored]);
  const [agreed, setAgreed] = useState(present);
  const agree = useMemo(() => (view: View) => setAgreed(configurationText(view)), [configurationText]);
  return { hasMoved: present !== null && present !== agreed, agree };
}

/** What was wrong because of another field is right as soon as that one is. What the service said stays until asked again. */
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
