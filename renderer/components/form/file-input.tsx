import type { ChangeEvent, RefObject } from 'react';

export interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  /** Accessible name: "Backup file". */
  label: string;
  /** As `accept` of an input. */
  accept: string;
  onFile: (file: File) => Promise<void>;
}

/** The browser does not say why a selected file cannot be read. */
export function describeUnreadable(file: string): string {
  return `Cannot read ${file}: moved, or access denied. Choose it again.`;
}

export function FileInput({ ref, label, accept, onFile }: FileInputProps) {
  const onChange = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      await onFile(file);
    } finally {
      // The same file can be selected again; not before it is read.
      target.value = '';
    }
  };
  return (
    <input ref={ref} type="file" hidden accept={accept} aria-label={label} onChange={(event) => void onChange(event)} />
  );
}
