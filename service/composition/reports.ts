import type { AlarmManager } from '../alarms/manager.ts';
import type { CorrectionManager } from '../corrections/manager.ts';
import { Reports } from '../reports/reports.ts';
import { localZone } from '../support/local-time.ts';
import { createReadingTexts, type ReadingTextsOptions } from './reading-texts.ts';
import type { Recording } from './recording.ts';

export interface ReportsCompositionOptions extends ReadingTextsOptions {
  recording: Pick<Recording, 'runs' | 'history'>;
  alarms: Pick<AlarmManager, 'log' | 'findRule'>;
  corrections: Pick<CorrectionManager, 'versionsOf'>;
}

export function createReports({ recording, alarms, corrections, ...texts }: ReportsCompositionOptions): Reports {
  const { runs, history } = recording;
  return new Reports({
    runs,
    history,
    statisticsOf: (channels, from, to) => history.runs.statistics(channels, from, to),
    alarmsIn: ({ channels, from, to }, limit) => alarms.log({ from: 0, to, activeFrom: from, channels, limit }),
    correctionsOf: (channel) => corrections.versionsOf(channel),
    texts: createReadingTexts({ ...texts, alarms }),
    zone: localZone,
  });
}
