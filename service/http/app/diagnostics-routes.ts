/** `/app/v1/diagnostics`: a file for bug reports, without secrets. */
import type { DiagnosticsSource } from '../options.ts';
import type { Resource } from '../routing/resource.ts';
import { sendAttachment } from './attachment.ts';
import type { ServiceStatus } from './service-status.ts';

export interface DiagnosticsRoutesOptions {
  diagnostics: DiagnosticsSource;
  status: Pick<ServiceStatus, 'app'>;
}

export function diagnosticsRoutes({ diagnostics, status }: DiagnosticsRoutesOptions): Resource[] {
  return [
    {
      path: '/app/v1/diagnostics',
      ownPagesOnly: 'collect diagnostics',
      get: (_request, response) =>
        sendAttachment({ contentType: 'application/zip', ...diagnostics.open(status.app()) }, response),
    },
  ];
}
