/** What is done to one of several things by a POST without a body, named by the last segment of its path. */
import type { Request, Response } from 'express';
import * as z from 'zod';
import { canonicalJson } from '../../support/canonical-json.ts';
import { jsonResponse, sendJson, sendResponse } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';

/** The body of a request that says everything with its path. */
export const nothingSchema = z.strictObject({});

/** The part of a path that names the one thing. */
export function idOf({ params }: Request): string {
  return String(params['id']);
}

/**
 * @param collection the path under which the things are
 * @param actions by name; each is answered with the thing as it is then
 */
export function actionRoutes(
  collection: string,
  actions: Readonly<Record<string, (id: string) => unknown>>,
): Resource[] {
  return Object.entries(actions).map(
    ([name, act]): Resource => ({
      path: `${collection}/:id/${name}`,
      postMayBeEmpty: true,
      post: async (request, response, body) => {
        checkBody(nothingSchema, body);
        sendJson(response, await act(idOf(request)));
      },
    }),
  );
}

/** Answers that something was added. @param id of it, which is percent-encoded in its address */
export function sendCreated(response: Response, collection: string, id: string, view: unknown): void {
  response.setHeader('Location', `${collection}/${encodeURIComponent(id)}`);
  sendResponse(response, jsonResponse(201, canonicalJson(view)));
}
