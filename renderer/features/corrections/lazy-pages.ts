/** Loaded on first use: few devices are corrected. */
import { lazyPage } from '../../app/lazy-page.ts';

export const CORRECTION_PAGE = lazyPage(async () => (await import('./correction-page.tsx')).CorrectionPage);
export const CORRECTION_VERSIONS = lazyPage(async () => (await import('./version-list.tsx')).CorrectionVersions);
export const CORRECTION_RECORD = lazyPage(async () => (await import('./record/record-page.tsx')).RecordPage);

export const CORRECTION_PAGES = [CORRECTION_PAGE, CORRECTION_VERSIONS, CORRECTION_RECORD];
