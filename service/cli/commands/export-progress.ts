import type { ExportJob } from '../../contract/index.ts';
import type { Api } from '../client/api.ts';

/** Between two updates, in milliseconds. */
const PERIOD_MS = 500;

const CLEAR_LINE = '\r\u001B[K';

function textOf({ readings, readings_expected: expected, bytes }: ExportJob): string {
  const share = expected ? `${Math.min(100, Math.floor((readings / expected) * 100))} %, ` : '';
  return `${share}${readings} readings, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

/** Shows the progress of an export on one line until `end`, if standard error is a terminal. */
export function showProgress(api: Api, id: string): { end(): void } {
  if (!process.stderr.isTTY) return { end: () => {} };
  let ended = false;
  let asking = false;
  const look = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    // The next update retries; the export itself reports errors.
    const job = await api.find<ExportJob>(`/app/v1/exports/${id}`).catch(() => undefined);
    asking = false;
    if (job && !ended) process.stderr.write(CLEAR_LINE + textOf(job));
  };
  const timer = setInterval(() => void look(), PERIOD_MS);
  return {
    end: () => {
      ended = true;
      clearInterval(timer);
      process.stderr.write(CLEAR_LINE);
    },
  };
}
