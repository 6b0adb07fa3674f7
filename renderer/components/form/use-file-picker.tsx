import { type ChangeEvent, type ReactNode, useRef } from 'react';

/** The browser does not say why a selected file cannot be read. */
export function describeUnreadable(file: string): string {
  return `Cannot read ${file}: moved, or access denied. Choose it again.`;
}

export interface FilePicker {
  /** Opens the file dialog. */
  choose: () => void;
  /** Must be rendered. */
  element: ReactNode;
}

/**
 * @param label accessible name: "Backup file"
 * @param accept as `accept` of an input
 */
export function useFilePicker(label: string, accept: string, onFile: (file: File) => Promise<void>): FilePicker {
  const input = useRef<HTMLInputElement>(null);
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
  return {
    choose: () => input.current?.click(),
    element: (
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => void onChange(event)}
      />
    ),
  };
}
