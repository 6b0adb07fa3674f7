/** `/app/v1/checks`: whether devices can be found and read on this computer. */
import type { SystemChecks } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';

export function checksRoutes(checks: SystemChecks): Resource[] {
  return [{ path: '/app/v1/checks', get: async (_request, response) => sendJson(response, await checks.run()) }];
}
