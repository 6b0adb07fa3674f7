/** The child's side of a server that is measured: takes its task, says where it listens, ends with its parent. */

/** What the parent sends first. */
export interface ServerTask {
  /** What the server needs to know: the body to answer with, or the path of a terminal. */
  input: string;
  /** A folder for the server's files; the parent removes it. */
  dataDir: string;
}

/** What the child answers. */
export interface ServerReady {
  url: string;
}

/** Runs a server: `listen` gets the task and answers the base address. */
export function runServer(listen: (task: ServerTask) => Promise<string>): void {
  // The parent's end closes this channel, however it ended: no server outlives it.
  process.once('disconnect', () => process.exit(0));
  process.once('message', (task: ServerTask) => {
    void listen(task).then((url) => process.send?.({ url } satisfies ServerReady));
  });
}
