// Common tasks for a price list: the user chooses trades, unticks tasks, and may enter rates; all tasks left are added
// at once.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { farmDetailsQuery } from '@/data/account/farm-details';
import { addTasks } from '@/data/prices/tasks';
import { currencySign } from '@/domain/core/money';
import { optionalRate } from '@/domain/core/typed';
import { unitOf } from '@/domain/core/units';
import { plural } from '@/domain/core/word-list';
import { missingStarters, TRADE_NAMES, TRADES, type Trade } from '@/domain/prices/task';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { Chip } from '@/ui/forms/chip';
import { FieldError } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';

type Named = { name: string };

/** The state of the choice. `submit` adds the chosen tasks; `listed` are those of the price list. */
export function useStarterTasks(listed: readonly Named[], onAdded?: () => void) {
  const { ownerId } = useAccount();
  const add = useMutation(addTasks);
  const { data: farm } = useQuery(farmDetailsQuery(ownerId));
  const [trades, setTrades] = useState<readonly Trade[]>([]);
  const [unticked, setUnticked] = useState<readonly string[]>([]);
  const [rates, setRates] = useState<Readonly<Record<string, string>>>({});
  const [submitted, setSubmitted] = useState(false);
  const unitIn = (unit: string) => (unit === 'acre' ? (farm?.area_unit ?? unit) : unit);
  const offered = missingStarters(listed, trades).map((starter) => {
    const ticked = !unticked.includes(starter.name);
    const rate = rates[starter.name] ?? '';
    return {
      ...starter,
      chargeableUnit: unitIn(starter.chargeableUnit),
      ticked,
      rate,
      parsed: v.safeParse(optionalRate, rate),
    };
  });
  const chosen = offered.filter(({ ticked }) => ticked);
  const submit = () => {
    setSubmitted(true);
    const fields = chosen.flatMap(({ name, chargeableUnit, category, parsed }) =>
      parsed.success ? [{ name, chargeableUnit, category, defaultRate: parsed.output, description: null }] : [],
    );
    if (fields.length === 0 || fields.length < chosen.length) return;
    add.mutate(
      fields.map((task) => ({ id: crypto.randomUUID(), ownerId, fields: task })),
      { onSuccess: () => onAdded?.() },
    );
  };
  return {
    trades,
    offered,
    toggleTrade: (trade: Trade) =>
      setTrades(trades.includes(trade) ? trades.filter((one) => one !== trade) : [...trades, trade]),
    toggleTask: (name: string) =>
      setUnticked(unticked.includes(name) ? unticked.filter((one) => one !== name) : [...unticked, name]),
    setRate: (name: string, rate: string) => setRates({ ...rates, [name]: rate }),
    errorOf: (task: { parsed: v.SafeParseResult<typeof optionalRate> }) =>
      submitted && !task.parsed.success ? task.parsed.issues[0].message : undefined,
    /** The error of the choice as a whole. */
    problem:
      !submitted || chosen.length > 0 ? null : trades.length === 0 ? 'Choose a trade.' : 'Tick one task at least.',
    verb: chosen.length === 0 ? 'Add tasks' : plural(chosen.length, 'Add 1 task', `Add ${chosen.length} tasks`),
    busy: add.isPending,
    submit,
  };
}

/** The trades, and a row for each of their tasks. */
export function StarterTasks({ starters }: { starters: ReturnType<typeof useStarterTasks> }) {
  const { currency } = useAccount().settings;
  const { trades, offered, problem } = starters;
  return (
    <>
      <fieldset className="field">
        <legend className="legend mb-1">Your trade</legend>
        <div className="flex flex-wrap gap-2">
          {TRADES.map((trade) => (
            <Chip key={trade} pressed={trades.includes(trade)} onClick={() => starters.toggleTrade(trade)}>
              {TRADE_NAMES[trade]}
            </Chip>
          ))}
        </div>
      </fieldset>
      {trades.length > 0 && offered.length === 0 && (
        <p className="text-muted">You have all the common tasks of this trade already.</p>
      )}
      {offered.length > 0 && (
        <>
          <p className="hint">
            Untick what you don’t do. A rate can wait: a job without one is listed as “Needs rate”.
          </p>
          <ul className="grid gap-1" aria-label="Common tasks">
            {offered.map((task) => (
              <li key={task.name} className="grid grid-cols-[minmax(0,1fr)_9.5rem] items-start gap-2">
                <CheckField label={task.name} checked={task.ticked} onChange={() => starters.toggleTask(task.name)} />
                {task.ticked && (
                  <NumberField
                    hideLabel
                    label={`Rate for ${task.name}`}
                    before={currencySign(currency)}
                    after={task.chargeableUnit === 'each' ? 'each' : `/ ${unitOf(task.chargeableUnit).short}`}
                    value={task.rate}
                    error={starters.errorOf(task)}
                    onChange={({ target }) => starters.setRate(task.name, target.value)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {problem !== null && <FieldError>{problem}</FieldError>}
    </>
  );
}
