/** What browsers may do with our answers. */
import type { Request, RequestHandler, Response } from 'express';
import helmet, { contentSecurityPolicy } from 'helmet';

/** For every answer that no page of its own comes with: nothing may be loaded from it. */
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

/** Powerful features that no page of ours uses. */
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

/**
 * Sets the headers of a page, in place of those of the other answers. It is always sent whole: another program that once
 * had this address may have left its own page in the browser's cache, and no answer confirms that it is still good.
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
 * The GUI: its own files and the API of its own origin. Charts and components set styles through the CSS object model,
 * which needs no permission; images may be inlined by the bundler.
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

/** Pages made by the service itself: a style sheet, and no script. */
export const plainPagePolicy: PagePolicy = pagePolicy({
  defaultSrc: ["'none'"],
  imgSrc: ["'self'"],
  styleSrc: ["'self'"],
});
