import { showToast } from './toasts.tsx';

/** Copies a text and shows the outcome in a message. @param what object of the message: "the address" */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => showToast({ title: `Copied ${what}`, text }),
    () =>
      showToast({
        title: `Cannot copy ${what}`,
        text: `The browser blocked access to the clipboard. Copy the text manually: ${text}`,
      }),
  );
}
