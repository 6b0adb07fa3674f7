/** `/app/v1/checks`: whether this computer lets instruments be found and read. */

import type { SystemChecks } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';

export function checksRoutes(checks: SystemChecks): Resource[] {
  return [{ path: '/app/v1/checks', get: async (_request, response) => sendJson(response, await checks.run()) }];
}
