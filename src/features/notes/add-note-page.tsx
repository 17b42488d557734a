import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { withoutFailureMessage } from '@/data/load-failed';
import { noteQuery } from '@/data/notes/notes';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { MAX_NOTE_PHOTOS } from '@/domain/notes/note';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { NewEntry } from '@/offline/outbox/entry';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { NOTE, type NoteFields as NewNote } from '@/records/notes';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';
import { useIsMounted } from '@/ui/use-is-mounted';
import { PhotoField } from '@/widgets/photos/photo-field';
import { PhotoWait, useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { insertNote } from './note-entries';
import { NoteFields } from './note-fields';
import { emptyNote, noteSchema, type NoteText } from './note-schema';
import { isId } from './notes-address';

const NOTES = { to: '/view-notes', label: 'Notes' };

/** A follow-up has a draft of its own. */
const draftName = (follows: string | null) => (follows === null ? 'add-note' : `add-note:${follows}`);

/** Drafts of an earlier version of the app have fewer fields. */
type Draft = { id: string; text: Partial<NoteText>; at: number };

/** /add-note: a note about anything that is not charged as work, or a follow-up to an earlier note (?follows=ID). */
export function AddNotePage() {
  const { userId } = useAccount();
  const followsParam = useSearchParams()[0].get('follows');
  const follows = followsParam !== null && isId(followsParam) ? followsParam : null;
  const name = draftName(follows);
  const { isDraftLoading, key, draft: data, discard } = useStoredDraft(userId, name);
  // The cast is safe: only this form writes drafts with this name.
  const draft = data ? { id: data.id, text: data.values as Partial<NoteText>, at: data.at } : null;
  return (
    <Page title={follows === null ? 'Add Note' : 'Add a follow-up'} narrow back={NOTES}>
      {isDraftLoading ? (
        <LoadingRows />
      ) : (
        <AddNote
          key={`${name} ${draft?.id ?? ''}`}
          follows={follows}
          draft={draft}
          draftKey={key}
          onDiscard={discard}
        />
      )}
    </Page>
  );
}

function AddNote({
  follows,
  draft,
  draftKey,
  onDiscard,
}: {
  follows: string | null;
  draft: Draft | null;
  /** Key under which the draft is stored. */
  draftKey: string;
  onDiscard: () => void;
}) {
  const account = useAccount();
  const { zone } = account.settings;
  const today = useToday();
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const hasPhoto = (useQuery(keptPhotosQuery(account.userId, id)).data ?? []).length > 0;
  const form = useForm<NoteText, unknown, NewNote>({
    resolver: standardSchemaResolver(noteSchema(today, hasPhoto)),
    defaultValues: { ...emptyNote(today), ...draft?.text },
  });
  const text = useWatch({ control: form.control, compute: (values: NoteText) => values });
  const untouched = text.title === '' && text.body === '' && !hasPhoto;
  const { entry, busy, isSaved, save, onSaved } = useSaving(draftKey, text);
  const { whenReady: whenPhotosReady, waiting } = useSaveAfterPhotos(id);
  useDraft(account.userId, draftKey, id, untouched || isSaved ? null : text);
  return (
    <>
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(zone, new Date(draft.at))}.
        </Banner>
      )}
      <UnstoredEntry entry={entry} sendMutation={sendNowMutation(NOTE)} onSent={onSaved} />
      <EntryForm
        onSubmit={() => {
          const submit = form.handleSubmit((note) =>
            save({ ...insertNote(account, id, note, follows), draft: draftKey }),
          );
          // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
          whenPhotosReady(() => void submit());
        }}
      >
        <div className="grid content-start gap-4 max-nav:flex-1">
          {follows !== null && <FollowedNote id={follows} />}
          <NoteFields form={form} photos={<PhotoField parent={id} table="notes" max={MAX_NOTE_PHOTOS} />} />
        </div>
        <PhotoWait parent={id} shown={waiting} />
        <SaveDock>
          <SaveButton {...saving(busy, waiting)}>Save note</SaveButton>
        </SaveDock>
      </EntryForm>
    </>
  );
}

/** The note that this one follows up. */
function FollowedNote({ id }: { id: string }) {
  const account = useAccount();
  const today = useToday();
  const { data } = useQuery(withoutFailureMessage(noteQuery(account, id)));
  if (!data) return null;
  return (
    <p className="text-2 text-muted">
      Follows “{data.title}”, {formatDate(data.noteDate, today)}.
    </p>
  );
}

/** Saves a note and opens the list. `entry` is the note if the device could not store it. */
function useSaving(draftKey: string, text: NoteText) {
  const { userId } = useAccount();
  const navigate = useNavigate();
  const mutation = useMutation(insertMutation(NOTE));
  const [entry, setEntry] = useUnstoredEntry(text);
  const [isSaved, setIsSaved] = useState(false);
  const isMounted = useIsMounted();
  const onSaved = () => {
    // Stop writing the draft: a late write would restore a note that has already been saved.
    setIsSaved(true);
    void forgetDraft(userId, draftKey).then(() => {
      // Only if the form is still open: do not navigate if the person has moved on.
      if (isMounted()) void navigate('/view-notes', { replace: true });
    });
  };
  return {
    entry,
    busy: mutation.isPending,
    isSaved,
    onSaved,
    save: (note: NewEntry) => mutation.mutate([note], { onSuccess: onSaved, onError: () => setEntry(note) }),
  };
}
