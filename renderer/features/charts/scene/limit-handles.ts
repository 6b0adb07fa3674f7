import { type DisplayUnit, formatLimit } from '../../../../service/contract/index.ts';
import { niceStep } from '../../../../service/contract/value-range.ts';
import { isModHeld } from '../../../app/shortcuts/shortcuts.ts';
import { DRAG_THRESHOLD } from '../view/pointer.ts';
import { type AlarmLimits, type LimitValue, limitKey, type ShownLimit } from './alarm-limits.ts';
import { writeHidden } from './elements.ts';
import type { PanelScale } from './panel-scale.ts';

/** Steps of an arrow key with Shift. */
const LARGE_STEP = 10;

export interface LimitHandlesOptions {
  /** The plot between its axes. */
  readonly area: HTMLElement;
  readonly scale: Pick<PanelScale, 'frozen' | 'share'>;
  readonly limits: AlarmLimits;
  /** The panel must be drawn again. */
  readonly onPreview: () => void;
  /** Changes the rule. Resolves when the rule is changed or the failure is shown. */
  readonly onChange: (changed: LimitValue, before: LimitValue, unit: DisplayUnit) => Promise<void>;
}

/** The value of a limit above this fraction of the plot is written below it. */
const HIGH = 0.8;

interface Press {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** From the pointer down to the line, in CSS pixels. */
  readonly toLine: number;
  isMoving: boolean;
  /** By Escape: further movements must not pan. */
  isCanceled: boolean;
}

/**
 * The step of a moved limit: 1, 2, 5, 10, … as a pixel resolves, and no finer than the channel's last decimal.
 * @param pixel its height, in the unit of the step
 */
export function limitStep(pixel: number, decimals: number): number {
  return Math.max(niceStep(pixel), Number(`1e-${decimals}`));
}

/** Handles over the limits of alarm rules, to drag them or to move them with the arrow keys. */
export class LimitHandles {
  readonly #options: LimitHandlesOptions;
  readonly #handles = new Map<string, LimitHandle>();

  constructor(options: LimitHandlesOptions) {
    this.#options = options;
  }

  show(limits: readonly ShownLimit[], unit: DisplayUnit): void {
    const shown = new Set<string>();
    for (const limit of limits) {
      const key = limitKey(limit.value);
      shown.add(key);
      let handle = this.#handles.get(key);
      if (!handle) this.#handles.set(key, (handle = new LimitHandle(this.#options)));
      handle.show(limit, unit);
    }
    for (const [key, handle] of this.#handles) {
      if (shown.has(key)) continue;
      handle.stop();
      this.#handles.delete(key);
    }
  }

  stop(): void {
    for (const handle of this.#handles.values()) handle.stop();
    this.#handles.clear();
  }
}

class LimitHandle {
  readonly #options: LimitHandlesOptions;
  readonly #element = document.createElement('div');
  readonly #grip = document.createElement('span');
  readonly #tooltip = document.createElement('span');
  #limit: ShownLimit | undefined;
  #unit: DisplayUnit | undefined;
  #press: Press | undefined;
  /** While pressed. */
  #listening: AbortController | undefined;
  /** The limit before it is moved; undefined while it is not. */
  #before: LimitValue | undefined;
  /** What the element shows. */
  #written = '';

  constructor(options: LimitHandlesOptions) {
    this.#options = options;
    const element = this.#element;
    element.className = 'chart-limit';
    element.tabIndex = 0;
    element.role = 'slider';
    element.ariaOrientation = 'vertical';
    element.title = 'Drag to change the alarm limit';
    this.#grip.className = 'chart-limit-grip';
    this.#tooltip.className = 'chart-limit-value';
    element.append(this.#grip, this.#tooltip);
    element.addEventListener('pointerdown', this.#onDown);
    element.addEventListener('keydown', this.#onKey);
    // A drag is saved where it ends.
    element.addEventListener('blur', () => this.#press?.isMoving || this.#save());
    options.area.append(element);
  }

  show(limit: ShownLimit, unit: DisplayUnit): void {
    [this.#limit, this.#unit] = [limit, unit];
    const element = this.#element;
    const isOutside = !(limit.at >= 0 && limit.at <= 1);
    writeHidden(element, isOutside && this.#before === undefined);
    writeHidden(this.#tooltip, this.#before === undefined);
    const written = JSON.stringify([limit, unit.unit]);
    if (written === this.#written) return;
    this.#written = written;
    element.style.bottom = `${Math.max(0, Math.min(1, limit.at)) * 100}%`;
    const text = formatLimit(limit.value.limit, unit);
    element.ariaLabel = `Alarm limit: ${limit.label}`;
    const valueAt = this.#options.scale.frozen();
    if (valueAt) element.ariaValueMin = String(unit.toShown(valueAt(0)));
    if (valueAt) element.ariaValueMax = String(unit.toShown(valueAt(1)));
    element.ariaValueNow = String(unit.toShown(limit.value.limit));
    element.ariaValueText = text;
    this.#tooltip.classList.toggle('is-below', limit.at > HIGH);
    this.#tooltip.textContent = text;
  }

  stop(): void {
    this.#cancel();
    this.#element.remove();
  }

  readonly #onDown = (event: PointerEvent): void => {
    const isOnGrip = event.target === this.#grip;
    // A finger pans or scrolls unless it is on the grip; Shift selects a range, Ctrl or Cmd zooms to it.
    if (event.button !== 0 || event.shiftKey || isModHeld(event)) return;
    if (event.pointerType === 'touch' && !isOnGrip) return;
    if (isOnGrip) event.stopPropagation();
    const { bottom, height } = this.#options.area.getBoundingClientRect();
    const toLine = bottom - (this.#limit?.at ?? 0) * height - event.clientY;
    this.#release();
    this.#press = {
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      toLine,
      isMoving: false,
      isCanceled: false,
    };
    // On the document: the first movement may lead beyond the handle.
    this.#listening = new AbortController();
    const listening = { capture: true, signal: this.#listening.signal };
    document.addEventListener('pointermove', this.#onMove, listening);
    document.addEventListener('pointerup', this.#onUp, listening);
    document.addEventListener('pointercancel', this.#onPointerCancel, listening);
    document.addEventListener('keydown', this.#onEscape, listening);
  };

  readonly #onMove = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointerId) return;
    const [across, up] = [Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y)];
    if (!press.isMoving && Math.max(across, up) < DRAG_THRESHOLD) return;
    // A drag along the line pans.
    if (!press.isMoving && across > up) {
      this.#release();
      return;
    }
    event.stopPropagation();
    if (press.isCanceled) return;
    if (!press.isMoving) this.#element.setPointerCapture(press.pointerId);
    press.isMoving = true;
    const box = this.#options.area.getBoundingClientRect();
    this.#tooltip.style.left = `${event.clientX - box.left}px`;
    this.#preview((box.bottom - event.clientY - press.toLine) / box.height, 0);
  };

  readonly #onPointerCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.#press?.pointerId) this.#cancel();
  };

  readonly #onUp = (event: PointerEvent): void => {
    if (event.pointerId !== this.#press?.pointerId) return;
    const isMoved = this.#press.isMoving && !this.#press.isCanceled;
    this.#release();
    if (isMoved) this.#save();
  };

  readonly #onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#press?.isMoving) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#press.isCanceled = true;
    this.#putBack();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const steps = shiftKey ? LARGE_STEP : 1;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      this.#tooltip.style.left = '50%';
      this.#preview(this.#limit?.at ?? 0, key === 'ArrowUp' ? steps : -steps);
    } else if (this.#before === undefined) return;
    else if (key === 'Enter') this.#save();
    else if (key === 'Escape') this.#cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Shows another limit: rounded to a step, and in the plot. @param at fraction of the axis */
  #preview(at: number, steps: number): void {
    const valueAt = this.#options.scale.frozen();
    const [limit, unit] = [this.#limit, this.#unit];
    if (!valueAt || !limit || !unit) return;
    const shownAt = (share: number): number => unit.toShown(valueAt(share));
    const inPlot = Math.max(0, Math.min(1, at));
    const pixel = 1 / Math.max(1, this.#options.area.clientHeight);
    const step = limitStep(Math.abs(shownAt(inPlot + pixel) - shownAt(inPlot)), unit.decimals(limit.channel));
    const from = steps === 0 ? shownAt(inPlot) : unit.toShown(limit.value.limit) + steps * step;
    const rounded = Number((Math.round(from / step) * step).toPrecision(12));
    this.#before ??= limit.value;
    this.#show({ ...limit.value, limit: unit.toContract(rounded) });
  }

  #save(): void {
    const [before, changed, unit] = [this.#before, this.#limit?.value, this.#unit];
    this.#before = undefined;
    if (!before || !changed || !unit || changed.limit === before.limit) {
      this.#show(undefined);
      return;
    }
    // The line stays until the rule is changed, and returns if it is not.
    void this.#options.onChange(changed, before, unit).finally(() => this.#before ?? this.#show(undefined));
  }

  #cancel(): void {
    this.#release();
    this.#putBack();
  }

  #putBack(): void {
    if (!this.#before) return;
    this.#before = undefined;
    this.#show(undefined);
  }

  #release(): void {
    this.#press = undefined;
    this.#listening?.abort();
  }

  #show(value: LimitValue | undefined): void {
    if (value) this.#options.limits.preview(value);
    else if (this.#limit) this.#options.limits.release(this.#limit.value);
    this.#options.onPreview();
    // Of the next drawing, but a key may follow before it.
    if (this.#limit && value) this.#limit = { ...this.#limit, value, at: this.#options.scale.share(value.limit) };
  }
}
