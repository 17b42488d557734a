import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customersQuery } from '@/data/customers/customers';
import { raisePrices } from '@/data/prices/prices';
import {
  MAX_RATE,
  ONE,
  compare,
  currencySign,
  decimal,
  formatQuantity,
  decimalIn,
  raisedBy,
  type Decimal,
} from '@/domain/core/money';
import { compareNames } from '@/domain/core/search';
import { addMonths, isDate } from '@/domain/core/time';
import { counted, plural } from '@/domain/core/word-list';
import { priceDay, priceSpan, priceWords, type Price } from '@/domain/prices/price';
import { changePercent, raisableOn, startingFrom, stepFor, type Raisable } from '@/domain/prices/raise';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DateField, SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Dialog } from '@/ui/popups/dialog';

/** The steps that new prices are rounded to; `value` is a Decimal, in ten-thousandths of a pound or euro. */
const STEPS = [
  { value: 100, pence: '1' },
  { value: 500, pence: '5' },
  { value: 1000, pence: '10' },
  { value: 5000, pence: '50' },
] as const;

/** The value of the step that depends on the size of each price. */
const BY_SIZE = 0;

type RaiseItem = Raisable & { key: string; task: string; next: Decimal; isTooHigh: boolean };

/** `step`: what new prices are rounded to, as a Decimal; `BY_SIZE`: by the size of each. */
const raisedPrices = (
  prices: readonly Price[],
  tasks: readonly Task[],
  { from, increase, step }: { from: string; increase: Decimal; step: number },
): RaiseItem[] =>
  raisableOn(prices, tasks, from).map((raisable) => {
    const next = raisedBy(raisable.rate, increase, step === BY_SIZE ? stepFor(raisable.rate) : decimal(step));
    return {
      ...raisable,
      key: [raisable.taskId, raisable.customerId, raisable.unit].join(' '),
      task: tasks.find(({ id }) => id === raisable.taskId)?.name ?? '',
      next,
      isTooHigh: next > MAX_RATE,
    };
  });

/** Raises all prices by a percentage from a day on. Shows every new price before saving; each can be left out. */
export function RaiseDialog({
  tasks,
  prices,
  onClose,
}: {
  tasks: readonly Task[];
  prices: readonly Price[];
  onClose: () => void;
}) {
  const account = useAccount();
  const today = useToday();
  const customers = useQuery(customersQuery(account));
  const raise = useMutation(raisePrices);
  const [from, setFrom] = useState(() => `${addMonths(today, 1).slice(0, 8)}01`);
  const [percent, setPercent] = useState('4');
  const [step, setStep] = useState(BY_SIZE);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const typed = decimalIn(percent, { allowNegative: true, decimals: 2, percent: true });
  // At most 100 % either way: a larger number is probably a price.
  const increase = typed !== null && Math.abs(typed) <= 100 * ONE ? typed : null;
  const active = tasks.filter((task) => task.active);
  const nameOf = (taskId: string) => tasks.find(({ id }) => id === taskId)?.name ?? '';
  const starting = isDate(from) ? startingFrom(prices, active, from) : [];
  const rows = increase === null || !isDate(from) ? [] : raisedPrices(prices, active, { from, increase, step });
  const changes = rows.filter(({ rate, next, isTooHigh }) => next !== rate && !isTooHigh);
  const included = changes.filter(({ key }) => !excluded.has(key));
  const setIncluded = (keys: readonly string[], on: boolean) =>
    setExcluded(new Set([...[...excluded].filter((key) => !keys.includes(key)), ...(on ? [] : keys)]));
  const customerNames = new Map(customers.data?.map(({ id, name }) => [id, name]));
  const customerGroups = [...new Set([...rows, ...starting].map(({ customerId }) => customerId))]
    .map((id) => ({ id, name: id === null ? 'Everybody' : (customerNames.get(id) ?? 'A customer') }))
    .toSorted((a, b) => Number(a.id !== null) - Number(b.id !== null) || compareNames(a.name, b.name));
  const blockedReason = useDisabledReason();
  const apply = () =>
    raise.mutate(
      {
        from,
        raises: included.map(({ taskId, customerId, unit, was, next }) => ({
          id: crypto.randomUUID(),
          taskId,
          customerId,
          chargeableUnit: unit,
          was,
          rate: next,
        })),
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Raise prices"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="main"
            disabled={included.length === 0 || blockedReason !== null}
            busy={raise.isPending}
            busyText="Saving..."
            onClick={apply}
          >
            {plural(included.length, 'Set 1 new price', `Set ${included.length} new prices`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pt-3">
        {raise.isError && <Banner tone="bad">{raise.error.message}</Banner>}
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <DateField
            label="From"
            fieldClass="max-sm:col-span-2"
            value={from}
            error={isDate(from) ? undefined : 'Choose a date.'}
            onChange={({ target }) => setFrom(target.value)}
          />
          <NumberField
            label="By"
            after="%"
            value={percent}
            error={increase === null ? 'Enter a number like 4.' : undefined}
            onChange={({ target }) => setPercent(target.value)}
          />
          <StepSelect step={step} onChange={setStep} />
        </div>
        <p className="text-muted">
          {raiseWords(changes)} Nothing is set until you press the button. Entries that are logged already keep their
          rate.
        </p>
        {starting.length > 0 && (
          <Banner tone="note">
            {counted(starting.length, 'price starts', 'prices start')} on {priceDay(from)} or later already, and{' '}
            {plural(starting.length, 'stays', 'stay')} as set. To change one, open the prices of its task.
          </Banner>
        )}
        {rows.length === 0 && starting.length === 0 && increase !== null && isDate(from) && (
          <p>There is no price to raise on that day. Give your tasks a rate first.</p>
        )}
        {customerGroups.map(({ id, name }) => (
          <CustomerGroup
            key={id}
            name={name}
            rows={rows.filter(({ customerId }) => customerId === id)}
            starting={starting.filter(({ customerId }) => customerId === id)}
            nameOf={nameOf}
            excluded={excluded}
            onChoose={setIncluded}
          />
        ))}
        {blockedReason !== null && <p className="hint">{blockedReason}</p>}
      </div>
    </Dialog>
  );
}

/** What new prices are rounded to. */
function StepSelect({ step, onChange }: { step: number; onChange: (step: number) => void }) {
  const { currency } = useAccount().settings;
  return (
    <SelectField
      label="To the nearest"
      fieldClass="max-sm:col-span-2"
      value={String(step)}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      <option value={BY_SIZE}>By the size of each price</option>
      {STEPS.map(({ value, pence }) => (
        <option key={value} value={value}>
          {pence}
          {currency === 'EUR' ? 'c' : 'p'}
        </option>
      ))}
      <option value={ONE}>{currencySign(currency)}1</option>
    </SelectField>
  );
}

/** The prices of a customer, or of everybody, each with a tick. */
function CustomerGroup({
  name,
  rows,
  starting,
  nameOf,
  excluded,
  onChoose,
}: {
  name: string;
  rows: readonly RaiseItem[];
  /** Prices that start later already, and stay. */
  starting: readonly Price[];
  nameOf: (taskId: string) => string;
  excluded: ReadonlySet<string>;
  onChoose: (keys: readonly string[], on: boolean) => void;
}) {
  const { currency } = useAccount().settings;
  const keys = rows.map(({ key }) => key);
  return (
    <section className="card card-rows" aria-label={name}>
      <label className="pick-row cursor-pointer">
        {rows.length > 0 && (
          <input
            type="checkbox"
            className="check-box pick-box"
            checked={keys.every((key) => !excluded.has(key))}
            onChange={({ target }) => onChoose(keys, target.checked)}
          />
        )}
        <strong className="grow">{name}</strong>
      </label>
      {rows.map((row) => (
        <RaiseRow
          key={row.key}
          row={row}
          on={!excluded.has(row.key)}
          words={(rate) => priceWords(rate, row.unit, currency)}
          onChoose={(on) => onChoose([row.key], on)}
        />
      ))}
      {starting.map((price) => (
        <p key={price.id} className="pick-row">
          <span className="grow">{nameOf(price.taskId)}</span>
          <span className="text-right text-muted max-sm:basis-full">
            <span className="figure">{priceWords(price.rate, price.chargeableUnit, currency)}</span> {priceSpan(price)},
            set already
          </span>
        </p>
      ))}
    </section>
  );
}

const percentWords = (percent: Decimal) => `${percent > 0 ? '+' : ''}${formatQuantity(percent)} %`;

/** What rounding makes of the raise: "The new prices are +3.7 % to +4.5 %.", or nothing without new prices. */
function raiseWords(changes: readonly RaiseItem[]): string {
  const percents = changes.flatMap(({ rate, next }) => changePercent(rate, next) ?? []).toSorted(compare);
  const [least, most] = [percents[0], percents.at(-1)];
  if (least === undefined || most === undefined) return '';
  const words = least === most ? percentWords(least) : `${percentWords(least)} to ${percentWords(most)}`;
  return `Rounded, the new prices are ${words}.`;
}

function RaiseRow({
  row,
  on,
  words,
  onChoose,
}: {
  row: RaiseItem;
  on: boolean;
  words: (rate: Decimal) => string;
  onChoose: (on: boolean) => void;
}) {
  const unchanged = row.next === row.rate;
  const percent = changePercent(row.rate, row.next);
  return (
    <label className="pick-row cursor-pointer">
      <input
        type="checkbox"
        className="check-box pick-box"
        checked={on && !unchanged && !row.isTooHigh}
        disabled={unchanged || row.isTooHigh}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span className="grow">{row.task}</span>
      <span className="text-right max-sm:basis-full">
        <span className="figure text-muted">{words(row.rate)}</span>
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> becomes </span>
        {unchanged ? 'stays' : row.isTooHigh ? 'too high for a price' : <b className="figure">{words(row.next)}</b>}
        {!unchanged && !row.isTooHigh && percent !== null && (
          <span className="text-muted"> ({percentWords(percent)})</span>
        )}
      </span>
    </label>
  );
}
