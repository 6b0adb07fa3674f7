/** A connection to the inspector of another process (Chrome DevTools Protocol), which was started with `--inspect`. */

/** How long an answer may take, in milliseconds: a look at every object of a large heap takes a second. */
const ANSWER_MS = 60_000;

/** What a process must be started with, in the variable NODE_OPTIONS: a free port of this computer alone. */
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

  /** @param output what the process printed: the address is in it. @throws Error when there is none, or nobody there */
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

  /** Calls a method of the protocol. @throws Error with what the process answers when it refuses, or does not answer */
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

  /** What an expression in the process is, as JSON has it. @throws Error when it throws */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.call<{
      result: { value?: unknown };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? `${expression} failed.`);
    return result.value as Value;
  }

  /**
   * What a function makes of all objects that live and have this prototype; what nobody holds any more is collected
   * before.
   * @param prototype an expression
   * @param make the source of a function whose `this` is the list of them
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

  /** Nobody is connected any more: a process that ends waits for that. May be called twice. */
  close(): void {
    this.#socket.close();
  }

  #take({ id, result, error }: Answer): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
