// The state of a calculator: the chosen rules (at first those of the farm's country), and the form, which stays on this
// device as a draft. An opened calculation keeps the version of the rules and the own figures that it was saved with.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { calculationsQuery, overridesQuery } from '@/data/calculations/calculations';
import type { AreaUnit } from '@/domain/core/area';
import type { OwnFigures } from '@/domain/rules/figures';
import { regimeOf } from '@/domain/rules/load-rules';
import { isRegime, type Regime } from '@/domain/rules/regimes';
import type { Carried } from '@/domain/rules/other-rules';
import type { Rules } from '@/domain/rules/rules';
import { fieldsOf } from '@/domain/core/stored-json';
import { useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { Calculation, CalculationKind, Override } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { rulesQuery } from '@/widgets/rules/rules-query';

export type AnyForm = { year: string; own: OwnFigures };
/** What the draft stores: the rules and the form; without `version` and `form`, the newest rules and an empty form. */
type CalculatorState<Form> = {
  regime: Regime;
  version: string | null;
  form: Form | null;
  /** A saved calculation was opened: of the overrides only those saved with it apply. */
  opened: boolean;
};

/** The account holder's overrides for a regime and year. They are sorted by creation: the newest for a figure wins. */
const ownFiguresOf = (overrides: readonly Override[], regime: Regime, year: string): OwnFigures =>
  Object.fromEntries(
    overrides
      .filter(
        (one) =>
          one.regime === regime &&
          (one.validFrom === null || one.validFrom <= `${year}-12-31`) &&
          (one.validTo === null || one.validTo >= `${year}-01-01`),
      )
      .map(({ figure, value, reason }) => [figure, { value, reason }]),
  );

const completeForm = <Form extends AnyForm>(empty: Form, raw: unknown): Form => {
  const fields = fieldsOf(raw);
  // A form that an older version of the app saved may lack a field, or hold one of another type.
  const known = Object.entries(empty).map(([name, value]: [string, unknown]) => {
    const saved = fields[name];
    const fits = Array.isArray(value) ? Array.isArray(saved) : typeof saved === typeof value && saved !== null;
    return [name, fits ? saved : value] as const;
  });
  // The cast is safe: each field has the type that it has in an empty form.
  return Object.fromEntries(known) as Form;
};

export type Calculator<Form> = {
  rules: Rules;
  regime: Regime;
  form: Form;
  /** The figures that apply instead of those of the rules. */
  own: OwnFigures;
  opened: boolean;
  /** Nothing was entered yet. */
  isEmpty: () => boolean;
  change: (change: Partial<Form>) => void;
  /** The form with other rules, and what these do not know of it. */
  carriedTo: (rules: Rules) => Carried<Form>;
  /** `form`: null to begin with an empty one. */
  chooseRegime: (regime: Regime, form: Form | null) => void;
  open: (calculation: Calculation) => void;
  clear: () => void;
};

/** `calculator` is null while the draft or the rules are being read, or if the rules did not load (`failed`). */
export function useCalculator<Form extends AnyForm>(
  kind: CalculationKind,
  makeEmpty: (rules: Rules, year: string, unit: AreaUnit) => Form,
  carry: (form: Form, before: Rules, after: Rules) => Carried<Form>,
): { calculator: Calculator<Form> | null; failed: Error | null; saved: readonly Calculation[] } {
  const { userId, ownerId, settings } = useAccount();
  const year = useToday().slice(0, 4);
  const stored = useStoredDraft(userId, `calculator-${kind}`);
  const [chosen, setChosen] = useState<CalculatorState<Form> | null>(null);
  const initial = useMemo((): CalculatorState<Form> => {
    const values = fieldsOf(stored.draft?.values);
    const regime = values['regime'];
    const version = values['version'];
    if (typeof regime !== 'string' || !isRegime(regime)) {
      return { regime: regimeOf(settings.region), version: null, form: null, opened: false };
    }
    return {
      regime,
      version: typeof version === 'string' ? version : null,
      // `completeForm` checks each field once the rules are loaded.
      form: (values['form'] ?? null) as Form | null,
      opened: values['opened'] === true,
    };
  }, [stored.draft, settings.region]);
  const state = chosen ?? initial;
  const rules = useQuery(rulesQuery(state.regime, state.version));
  const overrides = useQuery(overridesQuery(ownerId)).data;
  const saved = useQuery(calculationsQuery(ownerId, kind)).data ?? NONE;
  const form = useMemo(
    () => rules.data && completeForm(makeEmpty(rules.data, year, 'hectare'), state.form),
    [rules.data, state.form, year, makeEmpty],
  );
  const own = useMemo(
    () => ({
      ...(state.opened || !form ? {} : ownFiguresOf(overrides ?? [], state.regime, form.year)),
      ...form?.own,
    }),
    [form, overrides, state.opened, state.regime],
  );
  // The draft keeps the version of an opened calculation only: others follow the newest rules.
  useDraft(userId, stored.key, `calculator-${kind}`, chosen);
  const change = useCallback(
    (changed: Partial<Form>) =>
      setChosen((current) => {
        const before = current ?? initial;
        const fullForm = before.form ?? form;
        return fullForm ? { ...before, form: { ...form, ...fullForm, ...changed } } : before;
      }),
    [initial, form],
  );
  return {
    saved,
    failed: rules.error,
    calculator:
      stored.isDraftLoading || !rules.data || !form
        ? null
        : {
            rules: rules.data,
            regime: state.regime,
            ...{ form, own, opened: state.opened, change },
            isEmpty: () => JSON.stringify(form) === JSON.stringify(makeEmpty(rules.data, year, 'hectare')),
            carriedTo: (after) => carry(form, rules.data, after),
            chooseRegime: (regime, kept) => setChosen({ regime, version: null, form: kept, opened: false }),
            open: ({ regime, ruleVersion, inputs }) =>
              // The cast is safe: `completeForm` checks each field.
              setChosen({ regime, version: ruleVersion, form: inputs as Form, opened: true }),
            clear: () => {
              stored.discard();
              setChosen({ regime: state.regime, version: null, form: null, opened: false });
            },
          },
  };
}
const NONE: readonly Calculation[] = [];
