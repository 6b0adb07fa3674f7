import type { Dashboard, DashboardInput } from '../../../service/contract/index.ts';
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';

/** Changes that can be undone. */
const MAX_UNDO = 50;

/** Shortest pause between two saves, in milliseconds: a held key changes the layout with each repetition. */
const SAVE_INTERVAL_MS = 500;

export interface EditorState {
  readonly dashboard: DashboardInput;
  readonly canUndo: boolean;
  /** Why the last save failed; empty if it did not. The change stays. */
  readonly failure: string;
}

export interface DashboardEditorOptions {
  readonly save: (id: string, dashboard: DashboardInput) => Promise<Dashboard>;
  /** Receives each saved dashboard. */
  readonly onSaved: (dashboard: Dashboard) => void;
}

/** Saves each change of a dashboard at once: one request at a time, the newest state each time. */
export class DashboardEditor {
  readonly #id: string;
  readonly #options: DashboardEditorOptions;
  readonly #state: ValueStore<EditorState>;
  readonly state: Readable<EditorState>;
  #undo: DashboardInput[] = [];
  #isUnsaved = false;
  /** The last save failed, and nothing has changed since: the user retries. */
  #isStuck = false;
  /** As the service has it, in JSON: its events repeat own changes. */
  #known: string;
  #saving: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ id, dashboard }: Dashboard, options: DashboardEditorOptions) {
    this.#id = id;
    this.#options = options;
    this.#known = JSON.stringify(dashboard);
    this.#state = new ValueStore<EditorState>({ dashboard, canUndo: false, failure: '' });
    this.state = this.#state;
  }

  get isUnsaved(): boolean {
    return this.#isUnsaved || this.#saving !== undefined;
  }

  change(dashboard: DashboardInput): void {
    const { dashboard: before } = this.#state.get();
    if (JSON.stringify(before) === JSON.stringify(dashboard)) return;
    this.#undo = [...this.#undo, before].slice(-MAX_UNDO);
    this.#show(dashboard);
  }

  undo(): void {
    const before = this.#undo.pop();
    if (before) this.#show(before);
  }

  /**
   * Takes over a change by another window, unless there is an unsaved one: the later save wins. Earlier changes can then
   * not be undone: that would undo the other window's change, too.
   */
  accept({ dashboard }: Dashboard): void {
    const news = JSON.stringify(dashboard);
    if (this.isUnsaved || news === this.#known) return;
    this.#known = news;
    this.#undo = [];
    this.#state.set({ ...this.#state.get(), dashboard, canUndo: false });
  }

  /** Saves now. @returns whether everything is saved */
  async flush(): Promise<boolean> {
    if (this.#saving) await this.#saving;
    if (this.#isUnsaved && !this.#saving) void this.#start();
    await this.#saving;
    return !this.isUnsaved;
  }

  #show(dashboard: DashboardInput): void {
    this.#isUnsaved = true;
    this.#isStuck = false;
    this.#state.set({ ...this.#state.get(), dashboard, canUndo: this.#undo.length > 0 });
    if (!this.#saving && this.#timer === undefined) void this.#start();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#save().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  async #save(): Promise<void> {
    const { dashboard } = this.#state.get();
    this.#isUnsaved = false;
    let failure = '';
    try {
      const saved = await this.#options.save(this.#id, dashboard);
      this.#known = JSON.stringify(saved.dashboard);
      if (!this.#isUnsaved) this.#options.onSaved(saved);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      failure = error.message;
      this.#isStuck = !this.#isUnsaved;
      this.#isUnsaved = true;
    }
    this.#state.set({ ...this.#state.get(), failure });
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isUnsaved && !this.#isStuck && !this.#saving) void this.#start();
    }, SAVE_INTERVAL_MS);
  }
}
