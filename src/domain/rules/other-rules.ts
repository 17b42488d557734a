// What a calculation keeps when the rules of another country are chosen: what both rules know. The rest is named, so that
// the account holder can decide.
import { decimalIn, toNumeric } from '@/domain/core/money';
import { figureOf, type OwnFigures } from './figures';
import type { Rules } from './rules';

export type Carried<Form> = {
  form: Form;
  /** What the other rules do not know, in words. */
  lost: readonly string[];
};

/** Carries the values of a form from the rules `before` to the rules `after`. */
export class Carrier {
  private readonly words = new Set<string>();

  constructor(
    readonly before: Rules,
    readonly after: Rules,
  ) {}

  get lost(): readonly string[] {
    return [...this.words];
  }

  lose(words: string): void {
    this.words.add(words);
  }

  /** A class of livestock; '' if the other rules do not have it, or count its animals in another way. */
  stock(id: string): string {
    const [old, found] = [this.before, this.after].map(({ livestock }) => livestock.find((row) => row.id === id));
    if (old && found && old.perStay === found.perStay && old.times === found.times) return id;
    if (old) this.lose(`Livestock: ${old.label}`);
    return '';
  }

  /** A manure; '' if the other rules do not have it, or measure it in another unit. */
  manure(id: string): string {
    if (this.knowsManure(id)) return id;
    const old = this.before.manures.find((row) => row.id === id);
    if (old) this.lose(`Manure: ${old.label}`);
    return '';
  }

  private knowsManure(id: string): boolean {
    const [old, found] = [this.before, this.after].map(({ manures }) => manures.find((row) => row.id === id));
    return old !== undefined && found?.unit === old.unit;
  }

  /** One of the words that the rules know, such as a county; '' if the other rules do not have it. */
  word(known: (rules: Rules) => readonly string[], value: string, words: string): string {
    if (value === '' || known(this.after).includes(value)) return value;
    this.lose(words);
    return '';
  }

  /** A content of phosphorus as typed, in the form that the other rules use: P or P₂O₅. */
  phosphorus(text: string): string {
    const typed = decimalIn(text);
    const factor = figureOf(this.after, {}, 'convert.pToP2o5').value;
    if (this.before.phosphorus === this.after.phosphorus || typed === null || typeof factor !== 'number') return text;
    const value = toNumeric(typed);
    return String(Number((this.after.phosphorus === 'P' ? value / factor : value * factor).toFixed(4)));
  }

  /**
   * A text that begins as a figure of the rules: the other rules' figure if it was not changed. `figure`: the text of a
   * figure in these rules.
   */
  preset(text: string, figure: (rules: Rules) => string): string {
    return text === figure(this.before) ? figure(this.after) : text;
  }

  /**
   * Own figures are for the law of one country. Only the nitrogen of a manure and livestock units are the same in another.
   */
  own(own: OwnFigures): OwnFigures {
    const kept = Object.entries(own).filter(([key]) => {
      const manure = /^manure\.(\w+)\.n$/.exec(key)?.[1];
      return key.startsWith('lu.') || (manure !== undefined && this.knowsManure(manure));
    });
    if (kept.length < Object.keys(own).length) this.lose('Your own figures');
    return Object.fromEntries(kept);
  }
}
