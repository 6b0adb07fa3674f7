/** Native boxes and dialogs, answered by the test: nobody sits at its display. */
import type { DesktopApp } from './desktop.ts';

/** What a box said. */
export interface Question {
  message: string;
  detail?: string;
}

/** What the app under test keeps for the test, in its main process. */
declare global {
  var askedQuestions: Question[];
}

/** Answers every native box from now on by the place of its button; with several places, one box after the other. */
export function answerQuestions({ electron }: Pick<DesktopApp, 'electron'>, ...responses: number[]): Promise<void> {
  return electron.evaluate(({ dialog }, buttons) => {
    globalThis.askedQuestions = [];
    dialog.showMessageBox = (...given: unknown[]) => {
      const place = Math.min(globalThis.askedQuestions.length, buttons.length - 1);
      globalThis.askedQuestions.push(given.at(-1) as Question);
      return Promise.resolve({ response: buttons[place] ?? 0, checkboxChecked: false });
    };
  }, responses);
}

/** What was asked since `answerQuestions`. */
export function questions({ electron }: Pick<DesktopApp, 'electron'>): Promise<Question[]> {
  return electron.evaluate(() => globalThis.askedQuestions ?? []);
}

/** Chooses this folder in every native dialog from now on. */
export function chooseFolder({ electron }: Pick<DesktopApp, 'electron'>, folder: string): Promise<void> {
  return electron.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, folder);
}
