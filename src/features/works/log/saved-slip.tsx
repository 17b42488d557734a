import { useMutation } from '@tanstack/react-query';
import { Check, FileSignature, Plus, Undo2 } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { formatMoney } from '@/domain/core/money';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { jobValue, moreWords } from '@/domain/works/job-more';
import { taskWord } from '@/domain/works/job-words';
import { previewOf } from '@/domain/works/work-rules';
import { undoJob } from '@/features/works/entries/job-entries';
import { undoEntry, saveWorkDeletion } from '@/features/works/entries/work-entries';
import type { SavedEntry } from '@/features/works/form/saved-entry';
import type { WorkEntry } from '@/features/works/form/use-work-form';
import { useWaiting } from '@/offline/outbox/outbox';
import { Button, ButtonLink } from '@/ui/button';

/**
 * The slip takes the place of the Save button. The second press of a double press on Save would activate the element that is
 * now in that place, for example the navigation. So the second press of any double press is ignored here.
 */
function useIgnoredDoublePress() {
  useLayoutEffect(() => {
    const ignore = (event: MouseEvent) => {
      if (event.detail < 2) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('click', ignore, true);
    return () => document.removeEventListener('click', ignore, true);
  }, []);
}

/** Shown after saving: a summary, and the next steps. */
export function SavedSlip({ job, choice, slip }: Pick<WorkEntry, 'job' | 'choice'> & { slip: SavedEntry }) {
  const { account, rules, form, setMore } = job;
  const { go } = choice;
  useIgnoredDoublePress();
  const undo = useMutation(saveWorkDeletion);
  const { value: firstLineValue, fromTimes, shift } = previewOf(slip.text, rules);
  const value = slip.more ? jobValue(firstLineValue, slip.more) : firstLineValue;
  const minutes = fromTimes && shift?.ok ? shift.minutes : undefined;
  const quantity =
    slip.quantity === null ? 'quantity to come' : formatQuantityWithUnit(slip.quantity, slip.unit, minutes);
  const valueWords =
    value === null ? 'Needs rate' : value === 0 ? 'No charge' : formatMoney(value, account.settings.currency);
  const undoSave = () =>
    undo.mutate([slip.more ? undoJob(account, { ...slip, more: slip.more }) : undoEntry(account, slip)], {
      onSuccess: () => {
        form.reset(slip.text);
        if (slip.more) setMore(slip.more);
        go({ customer: slip.customer, task: slip.taskName });
      },
    });
  return (
    <>
      <output className="slip">
        <h2 className="flex items-center gap-2 text-4">
          <Check aria-hidden="true" />
          Work entry saved!
        </h2>
        <p>
          {slip.customer}, {taskWord(slip.taskName)}, {quantity}
        </p>
        {slip.more && <p>{moreWords(slip.more)}</p>}
        {account.settings.seesRates && <p className="total text-6 text-text">{valueWords}</p>}
        <p className="text-2 text-muted">
          <SendStateText id={slip.id} />
        </p>
      </output>
      <Button variant="main" size="xl" wide onClick={() => go({ customer: slip.customer })}>
        <Plus aria-hidden="true" />
        Add another for {slip.customer}
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button size="l" busy={undo.isPending} busyText="Undoing..." onClick={undoSave}>
          <Undo2 aria-hidden="true" />
          Undo
        </Button>
        <ButtonLink size="l" to="/works-list">
          {account.role === 'admin' ? 'Works List' : 'My Work'}
        </ButtonLink>
      </div>
      <ButtonLink size="l" to={`/works-list?docket=${slip.id}`}>
        <FileSignature aria-hidden="true" />
        Docket
      </ButtonLink>
      <Button size="l" wide onClick={() => go({})}>
        Someone else
      </Button>
    </>
  );
}

/** Whether the entry is waiting, in the office or refused, as far as this device knows. */
function SendStateText({ id }: { id: string }) {
  const { entries, sent, needsSignIn } = useWaiting();
  const waiting = entries.find((entry) => entry.id === id);
  if (waiting?.problem) return <>It was not taken: {waiting.problem.sentence}</>;
  if (waiting && needsSignIn) return <>Saved on this phone. Sign in again to send it.</>;
  if (waiting) return <>Saved on this phone. It goes to the office when there is signal.</>;
  return sent.some((entry) => entry.id === id) && <>In the office</>;
}
