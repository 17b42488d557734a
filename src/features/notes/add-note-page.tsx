import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { NoteFields as NewNote } from '@/data/notes';
import { localTimeIn } from '@/domain/time';
import { draftQuery, forgetDraft, useDraft } from '@/outbox/draft';
import type { NewEntry } from '@/outbox/entry';
import { saveNote, sendNoteNow } from '@/outbox/save-entries';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { LoadingRows } from '@/ui/list-states';
import { Page } from '@/ui/page';
import { SaveDock } from '@/ui/save-dock';
import { NotKept } from '@/widgets/not-kept';
import { insertNote } from './note-entries';
import { NoteFields } from './note-fields';
import { noteSchema, type NoteText } from './note-schema';

const DRAFT = 'add-note';
const NOTES = { to: '/view-notes', label: 'Notes' };

type Draft = { id: string; text: NoteText; at: number };

/** /add-note: writes down what is no job to charge. */
export function AddNotePage() {
  const { userId } = useAccount();
  const client = useQueryClient();
  const { queryKey, ...query } = draftQuery(userId, DRAFT);
  const { data, isPending } = useQuery({ queryKey, ...query });
  // Only this form writes drafts of this name.
  const draft = data ? { id: data.id, text: data.values as NoteText, at: data.at } : null;
  return (
    <Page title="Add Note" narrow back={NOTES}>
      {isPending ? (
        <LoadingRows />
      ) : (
        <AddNote
          key={draft?.id ?? ''}
          draft={draft}
          onDiscard={() => {
            client.setQueryData(queryKey, null);
            void forgetDraft(userId, DRAFT);
          }}
        />
      )}
    </Page>
  );
}

function AddNote({ draft, onDiscard }: { draft: Draft | null; onDiscard: () => void }) {
  const account = useAccount();
  const { zone } = account.settings;
  const today = useToday();
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const form = useForm<NoteText, unknown, NewNote>({
    resolver: standardSchemaResolver(noteSchema(today)),
    defaultValues: draft?.text ?? { title: '', body: '', noteDate: today, shared: false },
  });
  const text = useWatch({ control: form.control, compute: (values: NoteText) => values });
  useDraft(account.userId, DRAFT, id, text.title === '' && text.body === '' ? null : text);
  const { entry, busy, save, saved } = useSaving();
  return (
    <>
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(zone, new Date(draft.at))}.
        </Banner>
      )}
      <NotKept entry={entry} send={sendNoteNow} onSent={saved} />
      <form
        noValidate
        className="flex flex-col gap-4 max-nav:flex-1"
        onSubmit={(event) => {
          // Its promise never rejects: what fails is said where it fails.
          void form.handleSubmit((note) => save(insertNote(account, id, note)))(event);
        }}
      >
        <div className="grid content-start gap-4 max-nav:flex-1">
          <NoteFields form={form} />
        </div>
        <SaveDock>
          <Button type="submit" variant="live" size="xl" wide busy={busy} busyText="Saving...">
            <Check aria-hidden="true" />
            Save note
          </Button>
        </SaveDock>
      </form>
    </>
  );
}

/** Saving, and what the device refused to keep. Once it is kept the list shows it. */
function useSaving() {
  const { userId } = useAccount();
  const navigate = useNavigate();
  const mutation = useMutation(saveNote);
  const [entry, setEntry] = useState<NewEntry | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const saved = () => {
    void forgetDraft(userId, DRAFT).then(() => {
      // Somebody who went on elsewhere meanwhile is not brought back.
      if (here.current) void navigate('/view-notes', { replace: true });
    });
  };
  return {
    entry,
    busy: mutation.isPending,
    saved,
    save: (note: NewEntry) => mutation.mutate([note], { onSuccess: saved, onError: () => setEntry(note) }),
  };
}
