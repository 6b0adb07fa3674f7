/** Security headers. */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet, { contentSecurityPolicy } from 'helmet';

/** For every response that is not a page: it may load nothing. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Loopback has no TLS.
    strictTransportSecurity: false,
  });
}

/** Browser features that no page uses. */
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

/**
 * Sets the headers of a page instead of those of other responses. The page is always sent as a whole: another program
 * on the same address may have left its own page in the browser's cache, and a 304 would confirm that one.
 */
export type PagePolicy = (request: Request, response: Response) => void;

function pagePolicy(directives: Record<string, string[]>): PagePolicy {
  const policy = contentSecurityPolicy({
    useDefaults: false,
    directives: { baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"], ...directives },
  });
  return (request, response) => {
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    response.setHeader('Permissions-Policy', PERMISSIONS);
    policy(request, response, (error?: unknown) => {
      if (error) throw error;
    });
  };
}

/**
 * The window: its own files and the API of its own origin. Charts and components set styles through the CSS object
 * model, which needs no permission; the bundler can inline images.
 */
export const guiPolicy: PagePolicy = pagePolicy({
  defaultSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  workerSrc: ["'self'"],
});

/** Pages of the service itself: a style sheet and no scripts. */
export const plainPagePolicy: PagePolicy = pagePolicy({
  defaultSrc: ["'none'"],
  imgSrc: ["'self'"],
  styleSrc: ["'self'"],
});

/** A document with one style sheet in itself, and nothing else. @param style the text of the style sheet */
export function reportPolicy(style: string): PagePolicy {
  const hash = createHash('sha256').update(style).digest('base64');
  return pagePolicy({ defaultSrc: ["'none'"], styleSrc: [`'sha256-${hash}'`] });
}
