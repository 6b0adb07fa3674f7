/** The process that writes CSV files, played in this one: starting one for each of many tests would take too long. */
import {
  createRowService,
  type RowRequest,
  type RowResponse,
} from '../../../../../service/history/csv-log/row-service.ts';
import type { HelperProcess } from '../../../../../service/support/helper-process.ts';

export interface PlayedWriter {
  start(): HelperProcess;
  /** It ends by itself, with what it was doing done and never answered. */
  crash(): void;
}

/** @param answer in the place of the real answers, where it has any */
export function playWriter(
  answer: (request: RowRequest) => Promise<RowResponse> | undefined = () => undefined,
): PlayedWriter {
  let crash = (): void => {};
  const start = (): HelperProcess => {
    const exited = Promise.withResolvers<void>();
    const service = createRowService();
    let listener: (message: unknown) => void = () => {};
    const end = (): void => {
      listener = () => {};
      exited.resolve();
    };
    crash = end;
    return {
      send: (message) => {
        const request = structuredClone(message) as RowRequest;
        void (answer(request) ?? service(request)).then((answered) => listener(answered));
      },
      onMessage: (told) => {
        listener = told;
      },
      onExit: (told) => void exited.promise.then(told),
      kill: end,
    };
  };
  return { start, crash: () => crash() };
}
