import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { filledQuantity, hasMore, NO_MORE, type JobMore } from '@/domain/works/job-more';
import { previewOf, rulesOf } from '@/domain/works/work-rules';
import { useDraft } from '@/offline/outbox/drafts/draft';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { useIsCurrentScreen } from '@/ui/use-is-current-screen';
import { savedEntryIn, savedEntryOf, type SavedEntry } from './saved-entry';
import type { FormStart, TypedJob, WorkForm } from './typed-job';
import { useAskedSave } from './use-asked-save';
import { useChoice } from './use-choice';
import { usePrice } from './use-price';
import type { EntryToSave } from './use-save-work';
import { EMPTY, type WorkText } from './work-fields';
import { workSchema } from './work-schema';

/** Fields that keep their value for the next job. */
const CARRIED_OVER: (keyof WorkText)[] = ['customer', 'taskName', 'chargeableUnit', 'rate', 'workDate'];
/** All other fields belong to one job and are emptied after saving. The cast is safe: EMPTY has only these keys. */
const PER_JOB_FIELDS = (Object.keys(EMPTY) as (keyof WorkText)[]).filter((name) => !CARRIED_OVER.includes(name));

/** State of one new entry, from the first question to the confirmation. Each component takes the parts that it needs. */
export type WorkEntry = ReturnType<typeof useWorkForm>;

/** Form, URL, questions and saving of one new entry. */
export function useWorkForm({ lists, initialText, draft, draftKey, reservedId, ...start }: FormStart) {
  const [replaces, setReplaces] = useState(start.replaces);
  const account = useAccount();
  const rules = rulesOf(account, useToday());
  const navigate = useNavigate();
  const location = useLocation();
  const stillHere = useIsCurrentScreen();
  const [id, setId] = useState<string>(() => draft?.id ?? reservedId ?? crypto.randomUUID());
  const form: WorkForm = useForm({
    resolver: standardSchemaResolver(workSchema(rules)),
    // A draft stored by an older version of the app may lack fields.
    defaultValues: draft ? { ...EMPTY, ...draft.text } : initialText,
  });
  const text = useWatch({ control: form.control, compute: (values: WorkText) => values });
  const price = usePrice({ form, text, rules, lists, account }, initialText, draft);
  const { more, setMore, clearMore } = useMore(form, draft?.more);
  const job: TypedJob = { id, account, rules, lists, form, text, preview: previewOf(text, rules), more, setMore };

  // No draft for customer and task only: choosing them again takes two presses.
  const { data: photos = [] } = useQuery(keptPhotosQuery(account.userId, id));
  const hasInput =
    photos.length > 0 ||
    price.isRateTyped ||
    hasMore(more) ||
    PER_JOB_FIELDS.some((name) => text[name] !== EMPTY[name] && text[name] !== initialText[name]);
  const values = hasInput && !replaces ? { text, ...price.kept, ...(hasMore(more) && { more }) } : null;
  useDraft(account.userId, draftKey, id, values);

  const [justSaved, setJustSaved] = useState<{ savedEntry: SavedEntry; locationKey: string } | null>(null);
  const resetForNextJob = (addAnother: boolean) => {
    for (const name of PER_JOB_FIELDS) form.setValue(name, EMPTY[name]);
    clearMore();
    setReplaces(false);
    form.clearErrors();
    setId(crypto.randomUUID());
    // A typed rate is kept for another job of the same kind, but not for the next customer.
    if (!addAnother) price.forgetTypedRate();
  };
  const onSaved = (entry: EntryToSave, addAnother: boolean) => {
    if (addAnother) {
      // Render synchronously: a second click must not find the old id with an empty form.
      flushSync(() => resetForNextJob(addAnother));
      return form.setFocus('quantity');
    }
    const savedEntry = savedEntryOf(entry, form.getValues());
    // Render synchronously, so that no frame is painted without the confirmation.
    flushSync(() => setJustSaved({ savedEntry, locationKey: location.key }));
    resetForNextJob(addAnother);
    // Do not navigate if the person is already on the way to another page while this one is still visible.
    if (!stillHere()) return;
    void navigate(
      { search: new URLSearchParams({ customer: entry.work.customer }).toString() },
      { replace: true, state: { saved: savedEntry } },
    );
  };
  const { saving, questions } = useAskedSave(job, { draftKey, replaces }, price.isListed, onSaved);
  return {
    job,
    price,
    choice: useChoice(job),
    saving,
    questions,
    saved: justSaved?.locationKey === location.key ? justSaved.savedEntry : savedEntryIn(location.state),
  };
}

/** Lines, people, machines, fields and materials besides the first line. */
function useMore(form: WorkForm, kept: JobMore = NO_MORE) {
  const [more, setParts] = useState(kept);
  const setMore = (next: JobMore) => {
    // The fields fill in the quantity until somebody changes it.
    const fill = (unit: string, quantity: string) => {
      const filled = filledQuantity(next.fields, unit);
      const isFree = quantity.trim() === '' || quantity === filledQuantity(more.fields, unit);
      return filled !== null && isFree ? filled : quantity;
    };
    if (next.fields === more.fields) return setParts(next);
    const { chargeableUnit, quantity } = form.getValues();
    form.setValue('quantity', fill(chargeableUnit, quantity), { shouldValidate: form.formState.isSubmitted });
    const lines = next.lines.map((line) =>
      line.isQuantityTyped ? line : { ...line, quantity: fill(line.unit, line.quantity) },
    );
    setParts({ ...next, lines });
  };
  return { more, setMore, clearMore: () => setParts(NO_MORE) };
}
