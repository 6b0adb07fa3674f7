/** The child's side of a measured server: receives its task, reports its address, ends with its parent. */

/** The first message of the parent. */
export interface ServerTask {
  /** The body of responses, or the path of a terminal. */
  input: string;
  /** A folder for the server's files; the parent removes it. */
  dataDir: string;
}

/** The response of the child. */
export interface ServerReady {
  url: string;
}

/** Runs a server: `listen` receives the task and returns the base address. */
export function runServer(listen: (task: ServerTask) => Promise<string>): void {
  // This channel closes when the parent ends, however it ends, so no server outlives it.
  process.once('disconnect', () => process.exit(0));
  process.once('message', (task: ServerTask) => {
    void listen(task).then((url) => process.send?.({ url } satisfies ServerReady));
  });
}
