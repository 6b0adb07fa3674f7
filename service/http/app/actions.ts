/** Actions on one entry of a collection: a POST without a body, named by the last segment of its path. */
import type { Request, Response } from 'express';
import * as z from 'zod';
import { canonicalJson } from '../../support/canonical-json.ts';
import { jsonResponse, sendJson, sendResponse } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { checkBody } from '../routing/strict-json.ts';

/** The body of a request whose path has all parameters. */
export const nothingSchema = z.strictObject({});

/** The ID in the path. */
export function idOf({ params }: Request): string {
  return String(params['id']);
}

/**
 * @param collection the path of the collection
 * @param actions by name; each returns the entry after the action
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

/** Responds 201. @param id of the new entry, percent-encoded in `Location` */
export function sendCreated(response: Response, collection: string, id: string, view: unknown): void {
  response.setHeader('Location', `${collection}/${encodeURIComponent(id)}`);
  sendResponse(response, jsonResponse(201, canonicalJson(view)));
}
