import type { MeasurementKind } from '../tool-names.ts';
import { removeMeasurement, setLabel } from './measurements.ts';
import type { MeasuringConfiguration } from './measuring-tools.ts';

/** The text of an arrow or a text that is asked for. */
export interface LabelQuestion {
  /** Its text until now; empty for a new one. */
  readonly text: string;
  /** Without a text a new arrow or text is removed, and another keeps its own. */
  readonly answer: (text: string | undefined) => void;
}

/** Asks for the texts of arrows and texts, one at a time. */
export class LabelQuestions {
  readonly #onChange: (question: LabelQuestion | undefined) => void;

  constructor(onChange: (question: LabelQuestion | undefined) => void) {
    this.#onChange = onChange;
  }

  readonly callbacks = {
    getTextCallback: (done) => this.#ask('', done),
    changeTextCallback: (annotation, _event, done) =>
      this.#ask(annotation.data.label ?? '', (text) => text !== undefined && done(text)),
    actions: {},
  } satisfies Partial<MeasuringConfiguration>;

  /** Asks for the text of an arrow or a text that was placed by keyboard. */
  askForNew(id: string, kind: MeasurementKind): void {
    if (kind !== 'arrow' && kind !== 'text') return;
    this.#ask('', (text) => (text === undefined ? removeMeasurement(id) : setLabel(id, text)));
  }

  #ask(text: string, done: (text: string | undefined) => void): void {
    const answer = (answered: string | undefined) => {
      this.#onChange(undefined);
      done(answered?.trim() || undefined);
    };
    this.#onChange({ text, answer });
  }
}
