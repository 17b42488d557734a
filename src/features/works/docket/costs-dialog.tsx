import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addCosts } from '@/data/works/job-margins';
import type { Account } from '@/domain/account/account';
import { decimalIn, currencySign, NOT_A_NUMBER } from '@/domain/core/money';
import { formatDateDated } from '@/domain/core/time';
import type { Docket } from '@/domain/works/docket';
import { Button } from '@/ui/button';
import { NumberField } from '@/ui/forms/number-field';
import { Dialog } from '@/ui/popups/dialog';

/** Enters the hourly costs of the people and machines of this job, valid from the job's day on. */
export function CostsDialog({ docket, account, onClose }: { docket: Docket; account: Account; onClose: () => void }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string | null>(null);
  const save = useMutation(addCosts);
  const machines = docket.machines.flatMap(({ machineId, name }) => (machineId === null ? [] : [{ machineId, name }]));
  const costOf = (key: string) => decimalIn(texts[key] ?? '');
  const submit = () => {
    const typed = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    if (typed.length === 0) return setError('Enter a cost first.');
    if (typed.some(([key]) => costOf(key) === null)) return setError(NOT_A_NUMBER);
    setError(null);
    save.mutate(
      {
        ...{ ownerId: account.ownerId, validFrom: docket.workDate },
        people: docket.people.flatMap(({ personId, name }) => {
          const cost = costOf(personId ?? name);
          return cost === null ? [] : [{ personId, name, cost }];
        }),
        machines: machines.flatMap(({ machineId }) => {
          const cost = costOf(machineId);
          return cost === null ? [] : [{ machineId, cost }];
        }),
      },
      { onSuccess: onClose },
    );
  };
  const field = (key: string, label: string) => (
    <NumberField
      key={key}
      label={label}
      before={currencySign(account.settings.currency)}
      after="/ h"
      value={texts[key] ?? ''}
      onChange={({ target }) => setTexts({ ...texts, [key]: target.value })}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="What an hour costs"
      clash={error}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="main" busy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="hint">
          From {formatDateDated(docket.workDate)} on. Only you see this. Costs that a job has already stay.
        </p>
        {docket.people.map(({ personId, name }) => field(personId ?? name, name))}
        {machines.map(({ machineId, name }) => field(machineId, name))}
      </div>
    </Dialog>
  );
}
