/** `/expert/{v}/...`: the expert operations on MQTT clients. */
import { errorText, isMensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { MqttAdministration } from '../options.ts';
import { sendResponse } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { EXPERT_FORMATS } from './formats.ts';
import { EXPERT_OPERATIONS, EXPERT_VERSIONS, type ExpertOperation, type ExpertVersion } from './operations.ts';

export interface ExpertRoutesOptions {
  mqtt: MqttAdministration;
  logger: Logger;
}

export function expertPath(version: ExpertVersion, { name }: ExpertOperation): string {
  return `/expert/${version}/${name}`;
}

export function expertRoutes({ mqtt, logger }: ExpertRoutesOptions): Resource[] {
  const resource = (version: ExpertVersion, operation: ExpertOperation): Resource => {
    const { success, failure, unreadable } = EXPERT_FORMATS[version];
    return {
      path: expertPath(version, operation),
      unreadable,
      post: async (request, response, body) => {
        try {
          await operation.perform(mqtt, body);
          sendResponse(response, success);
        } catch (error) {
          if (!isMensuraError(error)) logger.error(`${request.path} failed: ${errorText(error)}`, { error });
          sendResponse(response, failure(error));
        }
      },
    };
  };
  return EXPERT_VERSIONS.flatMap((version) => EXPERT_OPERATIONS.map((operation) => resource(version, operation)));
}
