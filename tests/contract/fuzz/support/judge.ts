/** What every answer to every request must be, whatever the request was. */
import type { Operation } from './api.ts';
import { BREAKS, type FuzzRequest } from './delivery.ts';
import { SECRET, type Target } from './target.ts';
import type { Conversation, WireAnswer } from './wire.ts';

/**
 * Statuses of any request: what is wrong with the request itself (400), its caller (403), its path (404), its method
 * (405), its time (408) and its head (431).
 */
const ANY = new Set([400, 403, 404, 405, 408, 431]);

/** What any request that needs to know its caller may be answered on a computer that is very busy (503). */
const UNKNOWN_CALLER = /^\{"message":"Cannot identify the calling account: /;

/** @throws Error that says what is wrong */
export function judge(target: Target, operation: Operation, request: FuzzRequest, heard: Conversation): void {
  const mayBreak = BREAKS.has(request.delivery) || spoilsHead(request);
  const wrong = (what: string): never => {
    const answers = heard.answers.map(({ status, body }) => `${status} ${body.toString().slice(0, 300)}`);
    throw new Error(`${what}: ${answers.join(' | ')}`);
  };
  if (heard.end === 'silent') wrong('The connection hangs');
  if (heard.rest !== '' && !mayBreak) wrong(`What came is no answer (${heard.rest.slice(0, 200)})`);
  if (heard.answers.length > 1) wrong(`${heard.answers.length} answers to one request`);
  if (heard.answers.length === 0 && !mayBreak) wrong(`No answer (${heard.end})`);
  for (const answer of heard.answers) judgeAnswer(target, operation, request, answer, wrong);
}

/** Whether the head has what HTTP itself forbids: then closing is an answer too. */
function spoilsHead({ headers }: FuzzRequest): boolean {
  return headers.some(([name, value]) => name === 'Content-Length' || value.length > 10_000);
}

function judgeAnswer(
  target: Target,
  operation: Operation,
  request: FuzzRequest,
  answer: WireAnswer,
  wrong: (what: string) => never,
): void {
  const { status, headers, body } = answer;
  const text = body.toString();
  if (status === 500) wrong('A mistake of the service');
  if (text.includes(SECRET)) wrong('The password is told');
  const headerText = headers.join('\n');
  if (/polluted|evil\.example/.test(headerText)) wrong(`A header of the request came back (${headerText})`);
  const asked = askedOf(target, operation, request);
  const isAsDescribed = asked !== undefined && status in asked.described.responses;
  const isPreflight = request.method === 'OPTIONS' && status === 204;
  const isUnknownCaller = status === 503 && UNKNOWN_CALLER.test(text);
  if (!isAsDescribed && !isPreflight && !isUnknownCaller && !ANY.has(status))
    wrong(`The status ${status}, which is not described`);
  if (request.method !== 'HEAD' && status >= 400) judgeRefusal(target, text, headers, wrong);
  // What could not be read as HTTP is refused before anything knows what was asked for.
  const isOfProtocol = BREAKS.has(request.delivery) || spoilsHead(request);
  const isBody = isAsDescribed && request.method !== 'HEAD' && answer.isWhole && !isStream(headers);
  if (isBody && !(status === 400 && isOfProtocol)) {
    const mistake = asked.described.responses[String(status)]?.content && target.api.mistake(asked, answer);
    if (mistake) wrong(mistake);
  }
}

/** The operation that the request is for: of the same path, by the method that was sent. HEAD is answered as GET is. */
function askedOf({ api }: Target, { path }: Operation, { method }: FuzzRequest): Operation | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return api.operations.find((one) => one.path === path && one.method === wanted);
}

function isStream(headers: WireAnswer['headers']): boolean {
  return headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'));
}

function judgeRefusal(
  target: Target,
  text: string,
  headers: WireAnswer['headers'],
  wrong: (what: string) => never,
): void {
  const type = headers.find(([name]) => name === 'content-type')?.[1];
  if (type !== 'application/json; charset=utf-8') wrong(`A refusal of the type ${type}`);
  const refusal = JSON.parse(text) as Record<string, unknown>;
  const words = refusal['message'] ?? refusal['reason'];
  if (typeof words !== 'string' || !/\S/.test(words)) wrong('A refusal without words');
  if (Object.keys(refusal).some((key) => !['message', 'errors', 'reason', 'success'].includes(key))) {
    wrong('A refusal of another form');
  }
  if (text.length > 20_000) wrong(`A refusal of ${text.length} characters`);
  const leak = target.leakIn(text);
  if (leak) wrong(`A refusal tells "${leak}"`);
}
