/** A connection to the inspector of another process (Chrome DevTools Protocol), which was started with `--inspect`. */

/** Time limit for a response, in milliseconds: visiting every object of a large heap takes a second. */
const ANSWER_MS = 60_000;

/** NODE_OPTIONS of the process: a free port, on loopback. */
export const INSPECTED = '--inspect=127.0.0.1:0';

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Answer));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The inspected process has ended.'));
      this.#waiting.clear();
    });
  }

  /** @param output of the process, with the address. @throws Error without an address or a response */
  static async connect(output: string): Promise<Inspector> {
    const url = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(output)?.[0];
    if (url === undefined) throw new Error(`The process does not say where its inspector is. It said:\n${output}`);
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`Nothing responds at ${url}.`)));
    });
    return new Inspector(socket);
  }

  /** Calls a method of the protocol. @throws Error with the refusal of the process, or without a response */
  async call<Result>(method: string, params: Record<string, unknown> = {}): Promise<Result> {
    this.#count += 1;
    const id = this.#count;
    let deadline: NodeJS.Timeout | undefined;
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        deadline = setTimeout(() => reject(new Error(`No response to ${method} in ${ANSWER_MS} ms.`)), ANSWER_MS);
        this.#waiting.set(id, { resolve, reject });
        this.#socket.send(JSON.stringify({ id, method, params }));
      })) as Result;
    } finally {
      clearTimeout(deadline);
      this.#waiting.delete(id);
    }
  }

  /** Evaluates an expression in the process, as JSON. @throws Error if it throws */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.call<{
      result: { value?: unknown };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? `${expression} failed.`);
    return result.value as Value;
  }

  /**
   * Applies a function to all live objects of a prototype, after a garbage collection.
   * @param prototype an expression
   * @param make the source of a function whose `this` is the list of objects
   */
  async overAll<Value>(prototype: string, make: string): Promise<Value> {
    const objectGroup = 'look';
    try {
      const { result } = await this.call<{ result: { objectId: string } }>('Runtime.evaluate', {
        expression: prototype,
        objectGroup,
      });
      const { objects } = await this.call<{ objects: { objectId: string } }>('Runtime.queryObjects', {
        prototypeObjectId: result.objectId,
        objectGroup,
      });
      const answer = await this.call<{ result: { value: unknown } }>('Runtime.callFunctionOn', {
        objectId: objects.objectId,
        functionDeclaration: make,
        returnByValue: true,
      });
      return answer.result.value as Value;
    } finally {
      await this.call('Runtime.releaseObjectGroup', { objectGroup });
    }
  }

  /** Disconnects, which the end of the process waits for. May be called twice. */
  close(): void {
    this.#socket.close();
  }

  #take({ id, result, error }: Answer): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
