import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addNoteTitle, changeNoteTitle, type NoteTitle } from '@/data/notes/note-titles';
import { NOTE } from '@/records/notes';
import { useAccount } from '@/session/account';
import { TextField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';

/** Adds or renames a title. */
export function TitleDialog({
  title,
  others,
  onClose,
}: {
  title: NoteTitle | null;
  others: readonly NoteTitle[];
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const add = useMutation(addNoteTitle);
  const change = useMutation(changeNoteTitle);
  const [newId] = useState(() => crypto.randomUUID());
  const [text, setText] = useState(title?.title ?? '');
  const [submitted, setSubmitted] = useState(false);
  const name = text.trim();
  const duplicate = others.find((other) => other.title.toLowerCase() === name.toLowerCase());
  const problem =
    name === ''
      ? 'Type a title.'
      : name.length > NOTE.fields.title.max
        ? 'Too long: 60 characters at most.'
        : duplicate && `This title is in the list already${duplicate.active ? '.' : ': it is hidden.'}`;
  const submit = () => {
    setSubmitted(true);
    if (problem !== undefined) return;
    const done = { onSuccess: onClose };
    const last = Math.max(0, ...others.map(({ sort }) => sort));
    if (title) change.mutate({ id: title.id, ownerId, change: { title: name } }, done);
    else add.mutate({ id: newId, ownerId, title: name, sort: Math.min(last + 1, 10_000) }, done);
  };
  return (
    <FormDialog
      title={title ? 'Rename title' : 'New title'}
      verb="Save title"
      busy={add.isPending || change.isPending}
      close="Cancel"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Title"
        autoComplete="off"
        value={text}
        error={submitted ? problem : undefined}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
