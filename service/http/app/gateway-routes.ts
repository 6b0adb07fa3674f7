/** `/app/v1/gateways`: gateways. */
import type { Response } from 'express';
import { type GatewayConfig, gatewayInputSchema } from '../../contract/index.ts';
import type { GatewayAdministration } from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody, type JsonBody } from '../routing/strict-json.ts';
import { actionRoutes, idOf, nothingSchema, sendCreated } from './actions.ts';

const GATEWAYS = '/app/v1/gateways';

export function gatewayRoutes(gateways: GatewayAdministration): Resource[] {
  /** An empty body tests the stored configuration. */
  function testedConfig(id: string, body: JsonBody): GatewayConfig {
    const { config } = gateways.get(id);
    return nothingSchema.safeParse(body.value).success ? config : checkBody(gatewayInputSchema, body);
  }

  /** The test ends with the request: a closed form needs no result. */
  async function test(config: GatewayConfig, response: Response): Promise<void> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    try {
      sendJson(response, await gateways.test(config, left.signal));
    } catch (error) {
      if (!left.signal.aborted) throw error;
    }
  }

  return [
    {
      path: GATEWAYS,
      get: (_request, response) => sendJson(response, gateways.list()),
      post: async (_request, response, body) => {
        const view = await gateways.create(checkBody(gatewayInputSchema, body));
        sendCreated(response, GATEWAYS, view.id, view);
      },
    },
    {
      path: `${GATEWAYS}/test`,
      post: (_request, response, body) => test(checkBody(gatewayInputSchema, body), response),
    },
    {
      path: `${GATEWAYS}/:id`,
      get: (request, response) => sendJson(response, gateways.get(idOf(request))),
      put: async (request, response, body) => {
        // 404 comes before an invalid body.
        const { id } = gateways.get(idOf(request));
        sendJson(response, await gateways.update(id, checkBody(gatewayInputSchema, body)));
      },
      delete: async (request, response, body) => {
        checkBody(nothingSchema, body);
        await gateways.remove(idOf(request));
        sendJson(response, {});
      },
    },
    ...actionRoutes(GATEWAYS, {
      connect: (id) => gateways.connect(id),
      disable: (id) => gateways.setEnabled(id, false),
      enable: (id) => gateways.setEnabled(id, true),
    }),
    {
      path: `${GATEWAYS}/:id/test`,
      postMayBeEmpty: true,
      post: (request, response, body) => test(testedConfig(idOf(request), body), response),
    },
  ];
}
