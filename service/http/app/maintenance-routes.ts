/** `/app/v1/backup`, `restore` and `reset`: all settings as a whole. */
import { BACKUP_GROUPS, MAX_BACKUP_BYTES, type RestoreRequest, resetRequestSchema } from '../../contract/index.ts';
import type { MaintenanceAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import { BodyWorker } from '../routing/body-worker.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';

export function maintenanceRoutes(maintenance: MaintenanceAdministration): Resource[] {
  const backups = { bodyBytes: MAX_BACKUP_BYTES, bodyReader: new BodyWorker() };
  return [
    {
      path: '/app/v1/backup',
      ownPagesOnly: 'make backups',
      get: (_request, response) => {
        const backup = maintenance.backup();
        response.setHeader(
          'Content-Disposition',
          `attachment; filename="mensura-backup-${backup.made.slice(0, 10)}.json"`,
        );
        sendJson(response, backup, true);
      },
    },
    {
      path: '/app/v1/restore',
      ownPagesOnly: 'restore backups',
      ...backups,
      post: async (_request, response, { value }) => {
        // The thread has validated it.
        const { backup, parts = BACKUP_GROUPS, confirm } = value as RestoreRequest;
        sendJson(response, await maintenance.restore(backup, parts, confirm));
      },
    },
    {
      path: '/app/v1/restore/preview',
      ownPagesOnly: 'restore backups',
      ...backups,
      post: async (_request, response, { value }) => {
        const { backup, parts = BACKUP_GROUPS } = value as RestoreRequest;
        sendJson(response, await maintenance.preview(backup, parts));
      },
    },
    {
      path: '/app/v1/reset',
      ownPagesOnly: 'reset settings',
      post: async (_request, response, body) => {
        const { parts } = checkBody(resetRequestSchema, body);
        sendJson(response, await maintenance.reset(parts));
      },
    },
  ];
}
