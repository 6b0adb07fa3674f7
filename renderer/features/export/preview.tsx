import { useEffect, useState } from 'react';
import type { ExportChoice } from '../../data/history/export-request.ts';
import { fetchPreview } from './preview.ts';

/** Waits for the user's next change. */
const SETTLE_MS = 400;

export interface PreviewProps {
  choice: ExportChoice;
  isPossible: boolean;
}

export function Preview({ choice, isPossible }: PreviewProps) {
  const text = useFirstLines(choice, isPossible && choice.format !== 'parquet');
  return (
    <section className="export-preview" aria-label="File preview">
      <h3 className="facts-title">Preview</h3>
      {choice.format === 'parquet' ? (
        <p className="dim">Parquet is a binary format and has no preview.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be scrolled must be reachable by keyboard
        <pre className="mono" tabIndex={0}>
          {text ?? ' '}
        </pre>
      )}
    </section>
  );
}

function useFirstLines(choice: ExportChoice, isShown: boolean): string | undefined {
  const [lines, setLines] = useState<{ of: ExportChoice; text: string }>();
  useEffect(() => {
    if (!isShown) return undefined;
    const controller = new AbortController();
    const show = async (): Promise<void> => {
      const text = await fetchPreview(choice, controller.signal);
      if (!controller.signal.aborted) setLines({ of: choice, text });
    };
    const timer = setTimeout(() => void show(), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [choice, isShown]);
  // The previous lines stay until the next ones arrive: an empty box would flicker.
  return isShown ? lines?.text : undefined;
}
