import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addOverride, deleteOverride, overridesQuery } from '@/data/calculations/calculations';
import { decimalIn, NOT_A_NUMBER } from '@/domain/core/money';
import { numberText } from '@/domain/core/typed';
import { figureName } from '@/domain/rules/figure-names';
import { ownValue, type Figure } from '@/domain/rules/figures';
import { figureWords } from '@/domain/rules/printout';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { NEEDS_SIGNAL } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import type { AnyForm, Calculator } from './use-calculator';

const REASON_MAX = 300;

/** 'MM-DD/MM-DD', as the rules write a period of each year. */
const periodOf = (first: string, last: string) => `${first.slice(5)}/${last.slice(5)}`;

function rulesWords({ value, replaced, unit, confidence }: Figure): string {
  const ofRules = replaced ?? (confidence === 'own' ? null : value);
  return ofRules === null ? 'The rules have no figure.' : `The rules say ${figureWords({ value: ofRules, unit })}.`;
}

/** Enters a figure to use instead of the one in the rules: for this calculation, or for all of the same regime. */
export function OwnFigureDialog<Form extends AnyForm>({
  figure,
  calculator: { rules, form, regime, own, change },
  onClose,
}: {
  figure: Figure;
  calculator: Calculator<Form>;
  onClose: () => void;
}) {
  const { ownerId, canWrite } = useAccount();
  const offline = useOffline();
  const save = useMutation(addOverride);
  const remove = useMutation(deleteOverride);
  const savedOverrides = (useQuery(overridesQuery(ownerId)).data ?? []).filter(
    (one) => one.regime === regime && one.figure === figure.key,
  );
  const [id] = useState(() => crypto.randomUUID());
  const isPeriod = figure.unit === 'period';
  const [from = '', to = ''] = typeof figure.value === 'string' ? figure.value.split('/') : [];
  const [text, setText] = useState(typeof figure.value === 'number' ? String(figure.value) : '');
  const [first, setFirst] = useState(from === '' ? '' : `${form.year}-${from}`);
  const [last, setLast] = useState(to === '' ? '' : `${form.year}-${to}`);
  const [reason, setReason] = useState(own[figure.key]?.reason ?? '');
  const [validFrom, setValidFrom] = useState('');
  const [validTo, setValidTo] = useState('');
  const mayKeep = !offline && canWrite;
  const [keep, setKeep] = useState(mayKeep);
  const [pressed, setPressed] = useState(false);
  const value = isPeriod ? periodOf(first, last) : numberText(decimalIn(text, { percent: figure.unit === '%' }));
  const isWrong = ownValue(value) === null;
  const trimmed = reason.trim();
  const submit = async () => {
    setPressed(true);
    if (isWrong || trimmed === '' || trimmed.length > REASON_MAX || (validTo !== '' && validTo < validFrom)) return;
    // The cast is safe: every form has own figures.
    change({ own: { ...form.own, [figure.key]: { value, reason: trimmed } } } as Partial<Form>);
    if (keep && mayKeep) {
      const fields = { value, reason: trimmed, validFrom: validFrom || null, validTo: validTo || null };
      await save.mutateAsync({ id, ownerId, fields: { ...fields, regime, figure: figure.key } }).catch(() => undefined);
    }
    onClose();
  };
  const reset = async () => {
    const others = Object.fromEntries(Object.entries(form.own).filter(([key]) => key !== figure.key));
    change({ own: others } as Partial<Form>);
    for (const { id: override } of savedOverrides)
      await remove.mutateAsync({ id: override, ownerId }).catch(() => undefined);
    onClose();
  };
  return (
    <FormDialog
      title={figureName(rules, figure.key)}
      verb="Use this figure"
      busy={save.isPending || remove.isPending}
      onClose={onClose}
      onSubmit={() => {
        return submit();
      }}
    >
      <p className="hint">{rulesWords(figure)}</p>
      {isPeriod ? (
        <div className="grid grid-cols-2 gap-4">
          <DateField
            label="First day"
            value={first}
            onChange={({ target }) => setFirst(target.value)}
            error={pressed && isWrong ? 'Choose both days.' : undefined}
          />
          <DateField label="Last day" value={last} onChange={({ target }) => setLast(target.value)} />
        </div>
      ) : (
        <NumberField
          label="Figure"
          after={figure.unit}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={pressed && isWrong ? NOT_A_NUMBER : undefined}
        />
      )}
      <TextField
        label="Where it comes from"
        hint="For example: lab 12 March, NVZ guidance, adviser."
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={pressed && trimmed === '' ? 'Say where the figure comes from.' : undefined}
      />
      <CheckField
        label="Use it for every calculation"
        hint={mayKeep ? `Of ${rules.title}.` : NEEDS_SIGNAL}
        checked={keep && mayKeep}
        disabled={!mayKeep}
        onChange={({ target }) => setKeep(target.checked)}
      />
      {keep && mayKeep && (
        <div className="grid grid-cols-2 gap-4">
          <DateField
            label="Valid from"
            optional
            value={validFrom}
            onChange={({ target }) => setValidFrom(target.value)}
          />
          <DateField
            label="Valid to"
            optional
            value={validTo}
            onChange={({ target }) => setValidTo(target.value)}
            error={validTo !== '' && validTo < validFrom ? 'The end date is before the start date.' : undefined}
          />
        </div>
      )}
      {figure.confidence === 'own' && (savedOverrides.length === 0 || mayKeep) && (
        <Button variant="quiet" onClick={() => void reset()}>
          Use the figure of the rules again
        </Button>
      )}
    </FormDialog>
  );
}
