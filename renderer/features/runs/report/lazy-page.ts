/** Loaded on first use. */
import { lazyPage } from '../../../app/lazy-page.ts';

export const RUN_REPORT = lazyPage(async () => (await import('./report-page.tsx')).ReportPage);
