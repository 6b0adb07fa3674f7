/** Lets the user choose a file. It is not seen itself: a button elsewhere clicks it. */
import type { ChangeEvent, RefObject } from 'react';

export interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  /** What is chosen: "File of a backup". */
  label: string;
  /** The kinds of files that are offered, as in `accept` of an input. */
  accept: string;
  onFile: (file: File) => Promise<void>;
}

export function FileInput({ ref, label, accept, onFile }: FileInputProps) {
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      await onFile(file);
    } finally {
      // So that the same file can be chosen again; not before it was read.
      target.value = '';
    }
  };
  return (
    <input ref={ref} type="file" hidden accept={accept} aria-label={label} onChange={(event) => void onChange(event)} />
  );
}
