import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type UseFormRegisterReturn } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { dateDoneFor, keptUntil, monthsOf, nextDue, openDates } from '@/domain/compliance/item';
import { formatDateDated, isDate } from '@/domain/core/time';
import { optionalDate } from '@/domain/core/typed';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { insertOf, updateOf } from '@/offline/outbox/record-entries';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { COMPLIANCE_DONE, type ComplianceDone, type ComplianceDoneFields } from '@/records/compliance-done';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { History } from '@/widgets/history/history';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';
import { PhotoField } from '@/widgets/photos/photo-field';
import { PhotoWait, useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';
import { formOf } from '@/widgets/record-form';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import type { ShownItem } from './use-center';

const doneForm = formOf(COMPLIANCE_DONE);
const MAX_PHOTOS = 10;
const NO_EVIDENCE = 'Add a certificate or note before marking this done.';

/** `hasPhotos`: a photo is evidence too. */
const doneSchema = (today: string, needsEvidence: boolean, hasPhotos: () => boolean) =>
  v.pipe(
    v.object({
      ...doneForm.entries,
      doneOn: v.pipe(
        doneForm.entries.doneOn,
        v.check((date) => date <= today, 'Done date is in the future.'),
      ),
      expiresOn: optionalDate(),
    }),
    v.forward(
      v.check(({ doneOn, expiresOn }) => expiresOn === null || expiresOn >= doneOn, 'It runs out before it was done.'),
      ['expiresOn'],
    ),
    v.forward(
      v.check(
        ({ note, referenceNo, expiresOn }) =>
          !needsEvidence || note !== null || referenceNo !== null || expiresOn !== null || hasPhotos(),
        NO_EVIDENCE,
      ),
      ['note'],
    ),
  );
type DoneText = InferInput<ReturnType<typeof doneSchema>>;

type Props = { shown: ShownItem; edited?: ComplianceDone; onClose: () => void };

/** Records that an item was done, with its evidence. Works without signal: it is saved on the phone first. */
export function DoneDialog(props: Props) {
  const { userId } = useAccount();
  const { isDraftLoading, key, draft } = useStoredDraft(
    userId,
    `compliance:${props.edited?.id ?? props.shown.item.id}`,
  );
  if (isDraftLoading) return null;
  // The cast is safe: only this form writes drafts with this name.
  const typed = draft ? { id: draft.id, text: draft.values as Partial<DoneText> } : null;
  return <DoneForm key={draft?.id ?? 'new'} {...props} draftKey={key} draft={typed} />;
}

function DoneForm({
  shown: { item, done, on, duty, evidence },
  edited,
  onClose,
  draftKey,
  draft,
}: Props & { draftKey: string; draft: { id: string; text: Partial<DoneText> } | null }) {
  const account = useAccount();
  const today = useToday();
  const [id] = useState(() => edited?.id ?? draft?.id ?? crypto.randomUUID());
  const [isSaved, setIsSaved] = useState(false);
  const save = useMutation(insertMutation(COMPLIANCE_DONE));
  const { whenReady, waiting } = useSaveAfterPhotos(id);
  const photos = useQuery(keptPhotosQuery(account.userId, id)).data ?? [];
  const morePhotos = useMorePhotos({ id, table: 'compliance_completions', maxPhotos: MAX_PHOTOS });
  const otherEvidence = done.map(({ row }) => row).filter((row) => row.id !== edited?.id);
  const dates = openDates(item, otherEvidence, today);
  const initial: DoneText = {
    ...doneForm.textsOf(edited ?? null),
    ...(!edited && { forDueOn: dateDoneFor(item, otherEvidence, today, today) ?? '', doneOn: today }),
  };
  const [initialText] = useState(initial);
  const form = useForm<DoneText, unknown, ComplianceDoneFields>({
    // An edit is not checked for evidence: its photos may be sent already, and then they are not in `photos`.
    resolver: standardSchemaResolver(
      doneSchema(today, item.evidenceRequired && edited === undefined, () => photos.length > 0),
    ),
    defaultValues: { ...initialText, ...draft?.text },
  });
  // Read both during render: react-hook-form tracks only the parts of formState that are read.
  const { errors, dirtyFields } = form.formState;
  const field = (name: keyof DoneText) => ({ ...form.register(name), error: errors[name]?.message });
  const text = useWatch({ control: form.control, compute: (values: DoneText) => values });
  const [unsaved, setUnsaved] = useUnstoredEntry(text);
  // Keep a draft for a photo alone as well: the photo is found again by the draft's id.
  const untouched =
    JSON.stringify(text) === JSON.stringify(initialText) && (edited !== undefined || photos.length === 0);
  useDraft(account.userId, draftKey, id, untouched || isSaved ? null : text);
  const finish = () => {
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(onClose);
  };
  const submit = form.handleSubmit((values) => {
    const entry = edited
      ? updateOf(COMPLIANCE_DONE, account, edited, values)
      : insertOf(COMPLIANCE_DONE, account, id, { ...values, itemId: item.id });
    const withDraft = entry && { ...entry, draft: draftKey };
    const added = edited ? morePhotos.chosen.map((photo) => photo.entry) : [];
    const entries = [...(withDraft ? [withDraft] : []), ...added];
    if (entries.length === 0) return finish();
    save.mutate(entries, { onSuccess: finish, onError: () => setUnsaved(withDraft) });
  });
  const suggestedDate = isDate(text.doneOn) ? dateDoneFor(item, otherEvidence, text.doneOn, today) : null;
  const choices = [...new Set([edited?.forDueOn ?? null, suggestedDate, ...dates])]
    .filter((date) => date !== null)
    .toSorted();
  const doneOn = form.register('doneOn', {
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (edited || dirtyFields.forDueOn || !isDate(target.value)) return;
      form.setValue('forDueOn', dateDoneFor(item, otherEvidence, target.value, today) ?? '');
    },
  });
  return (
    <FormDialog
      title={edited ? 'Change the evidence' : 'Done'}
      wide
      verb="Save"
      {...saving(save.isPending, waiting || morePhotos.preparing)}
      onSubmit={() => {
        // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
        whenReady(() => void submit());
      }}
      onClose={onClose}
    >
      <p className="strong wrap-anywhere">{item.title}</p>
      <UnstoredEntry entry={unsaved} sendMutation={sendNowMutation(COMPLIANCE_DONE)} onSent={finish} />
      <ForDate choices={choices} dueOn={evidence?.dueOn == null ? on : null} field={field('forDueOn')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Done on" max={today} {...doneOn} error={errors.doneOn?.message} />
        <TextField label="Done by" optional autoComplete="off" {...field('doneBy')} />
        <TextField label="Certificate or report number" optional autoComplete="off" {...field('referenceNo')} />
        <DateField
          label="Valid until"
          optional
          hint="If the paper says until when it counts."
          {...field('expiresOn')}
        />
      </div>
      <TextAreaField label="Note" optional={!item.evidenceRequired} {...field('note')} />
      {duty && duty.fields.length > 0 && (
        <p className="hint">A record says: {duty.fields.map(({ label }) => label).join(', ')}.</p>
      )}
      {edited ? (
        <MorePhotos photos={morePhotos} />
      ) : (
        <PhotoField parent={id} table="compliance_completions" max={MAX_PHOTOS} />
      )}
      <PhotoWait parent={id} shown={waiting} />
      <Outcome
        shown={{ item, otherEvidence, isDatedElsewhere: evidence?.dueOn != null }}
        text={text}
        keepUntil={edited?.keepUntil ?? null}
      />
      {edited && (
        <History
          of={COMPLIANCE_DONE}
          id={edited.id}
          name={item.title}
          createdBy={edited.createdByName}
          createdAt={edited.createdAt}
        />
      )}
    </FormDialog>
  );
}

/** The date that the evidence is for, to choose if there are several. */
function ForDate({
  choices,
  dueOn,
  field,
}: {
  choices: readonly string[];
  /** When the item is due; null if nothing or other records say so. */
  dueOn: string | null;
  field: UseFormRegisterReturn & { error: string | undefined };
}) {
  if (choices.length > 1) {
    return (
      <SelectField label="For the date" hint="One entry for each date." {...field}>
        {choices.map((date) => (
          <option key={date} value={date}>
            {formatDateDated(date)}
          </option>
        ))}
      </SelectField>
    );
  }
  return dueOn !== null && <p className="text-2 text-muted">For the date {formatDateDated(choices[0] ?? dueOn)}.</p>;
}

/** When the item is due again, and how long the evidence is kept. */
function Outcome({
  shown: { item, otherEvidence, isDatedElsewhere },
  text,
  keepUntil,
}: {
  /** `isDatedElsewhere`: other records of the app say when it is due. */
  shown: { item: ShownItem['item']; otherEvidence: readonly ComplianceDone[]; isDatedElsewhere: boolean };
  text: DoneText;
  /** The stored keep-until date of edited evidence; null for new evidence. */
  keepUntil: string | null;
}) {
  if (!isDate(text.doneOn)) return null;
  // A createdAt after all others makes this the latest of those done on the same day.
  const newEvidence = {
    ...{ itemId: item.id, doneOn: text.doneOn, createdAt: '9999' },
    forDueOn: isDate(text.forDueOn) ? text.forDueOn : null,
    expiresOn: isDate(text.expiresOn) ? text.expiresOn : null,
  };
  const next = nextDue(item, [...otherEvidence, newEvidence]);
  const notDueAgain = monthsOf(item) === null ? 'Not due again. ' : '';
  const dueAgain = next === null ? notDueAgain : `Due again ${formatDateDated(next)}. `;
  const keepUntilDate = keptUntil(text.doneOn, item.keepMonths, keepUntil);
  return (
    <p className="hint" aria-live="polite">
      {isDatedElsewhere ? 'Its date comes from other records of the app: enter it there too. ' : dueAgain}
      {keepUntilDate === null
        ? 'How long to keep it is not known: ask your adviser.'
        : `Keep it until ${formatDateDated(keepUntilDate)}.`}
    </p>
  );
}
