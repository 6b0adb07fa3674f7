/** The accounts of what was measured and what is kept of it. */
import { expect } from 'vitest';
import type { AppStatus, ExportJob, HistoryStorage, StoredChannels } from '../../../../service/contract/index.ts';
import { until } from '../../../support/until.ts';
import type { LiveService } from '../../support/live-service.ts';

export const status = async ({ get }: LiveService): Promise<AppStatus> =>
  (await get('/app/v1/status')).json<AppStatus>();
export const storage = async ({ get }: LiveService): Promise<HistoryStorage> =>
  (await get('/app/v1/history/storage')).json<HistoryStorage>();

/** Until all that was measured by now is stored, and nothing was lost. */
export async function untilStored(service: LiveService): Promise<void> {
  const { readings_total: entered } = await status(service);
  await until('all that entered', async () => (await storage(service)).stored_total >= entered);
  expect(await storage(service)).toMatchObject({ state: 'recording', dropped_total: 0 });
}

/** Every reading of every channel that is in the file. */
async function storedReadings({ get }: LiveService): Promise<number> {
  const { channels } = (await get('/app/v1/history/channels')).json<StoredChannels>();
  const query = channels.map(({ family, serial, channel }) => `channel=${family}/${serial}/${channel}`).join('&');
  await get(`/app/v1/export?${query}&format=jsonl&from=2000-01-01&to=2100-01-01`);
  const { exports } = (await get('/app/v1/exports')).json<{ exports: ExportJob[] }>();
  return exports[0]?.readings ?? Number.NaN;
}

/** Ends the recording. @returns how many readings were counted as stored, and how many are in the file */
export async function endOfRecording(service: LiveService): Promise<{ counted: number; found: number }> {
  await service.patch({ history: false });
  const { stored_total: counted } = await until('the last commit', async () => {
    const facts = await storage(service);
    return facts.pending === 0 && facts;
  });
  return { counted, found: await storedReadings(service) };
}
