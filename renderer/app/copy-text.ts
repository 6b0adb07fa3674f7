import { tell } from './toasts.tsx';

/** Copies a text from where no button could say whether that worked. @param what is copied: "the address" */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => tell({ title: `Copied ${what}`, text }),
    () => tell({ title: `Could not copy ${what}`, text: `The browser did not allow it. Copy it by hand: ${text}` }),
  );
}
