import { encodePart, encodeQuery } from './encode.ts';
import type { ApiEndpoint, ResponseKind, RouteParameter } from './routes.ts';

export interface CallValues {
  /** By name; empty for an omitted parameter. */
  parameters: Readonly<Record<string, string>>;
  /** JSON text; ignored if the route has no body. */
  body: string;
}

export interface ApiCall {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON; undefined for none. */
  body: unknown;
  kind: ResponseKind;
  /** File name of a download without one. */
  fileName: string;
}

/** Error messages by parameter or `body`; empty if valid. */
export type CallErrors = Readonly<Record<string, string>>;

/** Characters that every shell treats alike. */
const HEADER_VALUE = /^[\w .:+/=-]*$/;

export function callErrors({ parameters, body }: ApiEndpoint, values: CallValues): CallErrors {
  const errors: Record<string, string> = {};
  for (const parameter of parameters) {
    const problem = valueError(parameter, values.parameters[parameter.name] ?? '');
    if (problem) errors[parameter.name] = problem;
  }
  const bodyError = body === undefined ? '' : jsonError(values.body);
  if (bodyError) errors['body'] = bodyError;
  return errors;
}

function valueError({ name, in: place, required }: RouteParameter, value: string): string {
  if (value.trim() === '') return required ? `${name} is required.` : '';
  if (place === 'path' && /^\.\.?$/.test(value)) return 'The value cannot be “.” or “..”.';
  if (place === 'header' && !HEADER_VALUE.test(value)) return 'Use only letters, digits, spaces and _ . : + / = -';
  return '';
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `Invalid JSON: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** The request with these values. A parameter without a value is left out; what `callErrors` names is the caller's. */
export function callOf(route: ApiEndpoint, values: CallValues): ApiCall {
  const given = route.parameters.flatMap((parameter) => {
    const value = values.parameters[parameter.name] ?? '';
    return value.trim() === '' ? [] : [{ ...parameter, value }];
  });
  const of = (place: RouteParameter['in']) => given.filter((parameter) => parameter.in === place);
  const path = of('path').reduce(
    (filled, { name, value }) => filled.replace(`{${name}}`, encodePart(value)),
    route.path,
  );
  const query = of('query').flatMap(({ name, value, isList }) =>
    (isList ? value.trim().split(/\s+/) : [value]).map((one) => `${encodePart(name)}=${encodeQuery(one)}`),
  );
  const body = route.body === undefined ? undefined : (JSON.parse(values.body) as unknown);
  return {
    method: route.method,
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: of('header').map(({ name, value }) => [name, value]),
    body,
    kind: route.kind,
    fileName: fileName(route, values),
  };
}

/** Most likely first. */
const EXTENSIONS = [
  ['text/csv', 'csv'],
  ['application/json', 'json'],
  ['application/zip', 'zip'],
] as const;

/** Last path segment and format. */
function fileName({ path, contentTypes }: ApiEndpoint, { parameters }: CallValues): string {
  const word = path.slice(path.lastIndexOf('/') + 1).replaceAll(/[^\w-]/g, '');
  const usual = EXTENSIONS.find(([type]) => contentTypes.includes(type))?.[1] ?? 'bin';
  return `${word}.${(parameters['format'] ?? '').replaceAll(/\W/g, '') || usual}`;
}
