import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteFilter,
  MAX_NAME_LENGTH,
  MAX_QUERY_LENGTH,
  NAME_TAKEN,
  renameFilter,
  saveFilter,
  type SavedFilter,
} from '@/data/works/saved-filters';
import type { Account } from '@/domain/account/account';
import { sameName } from '@/domain/core/search';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';

/** The error for a name; undefined if it is valid. */
function nameError(name: string, others: readonly SavedFilter[]): string | undefined {
  if (name.trim() === '') return 'Give the filters a name.';
  if (name.trim().length > MAX_NAME_LENGTH) return `The name is too long (${MAX_NAME_LENGTH} characters at most).`;
  return others.some((other) => sameName(other.name, name)) ? NAME_TAKEN : undefined;
}

/** The database's error if the name was taken on another device in the meantime. */
const refusal = (error: Error | null) => (error?.message === NAME_TAKEN ? NAME_TAKEN : undefined);

/** Saves the current filters under a name. */
export function SaveDialog({
  account,
  query,
  saved,
  onClose,
}: {
  account: Account;
  query: string;
  saved: readonly SavedFilter[];
  onClose: () => void;
}) {
  const save = useMutation(saveFilter);
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const error = nameError(name, saved);
  const tooLong = query.length > MAX_QUERY_LENGTH;
  const send = () => {
    setTried(true);
    if (!error && !tooLong)
      save.mutate({ id, ownerId: account.ownerId, name: name.trim(), query }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save these filters"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="main" busy={save.isPending} busyText="Saving..." onClick={send}>
            Save
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label="Name"
          value={name}
          autoComplete="off"
          hint="Filters, grouping and order are kept for you alone."
          error={
            tooLong
              ? 'These are too many filters to keep. Take some away first.'
              : ((tried ? error : undefined) ?? refusal(save.error))
          }
          onChange={(event) => {
            setName(event.target.value);
            save.reset();
          }}
        />
      </form>
    </Dialog>
  );
}

/** Renames and deletes saved filters. */
export function ChangeDialog({ saved, onClose }: { saved: readonly SavedFilter[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved filters"
      actions={
        <Button variant="main" onClick={onClose}>
          Done
        </Button>
      }
    >
      {saved.length === 0 ? (
        <p>Nothing is saved any more.</p>
      ) : (
        <ul className="grid gap-3">
          {saved.map((filter) => (
            <SavedFilterRow key={filter.id} filter={filter} others={saved.filter(({ id }) => id !== filter.id)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SavedFilterRow({ filter, others }: { filter: SavedFilter; others: readonly SavedFilter[] }) {
  const [mode, setMode] = useState<'rename' | 'delete' | null>(null);
  const remove = useMutation(deleteFilter);
  const back = () => setMode(null);
  if (mode === 'rename') return <RenameForm filter={filter} others={others} onClose={back} />;
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 break-words">
        {mode === 'delete' ? (
          <>
            Delete <b>{filter.name}</b>?
          </>
        ) : (
          filter.name
        )}
      </span>
      {mode === 'delete' ? (
        <>
          <Button onClick={back}>Keep it</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            busyText="Deleting..."
            onClick={() => remove.mutate(filter.id)}
          >
            Delete
          </Button>
        </>
      ) : (
        <>
          <Button variant="quiet" aria-label={`Rename ${filter.name}`} onClick={() => setMode('rename')}>
            Rename
          </Button>
          <Button variant="quiet" aria-label={`Delete ${filter.name}`} onClick={() => setMode('delete')}>
            Delete
          </Button>
        </>
      )}
    </li>
  );
}

function RenameForm({
  filter,
  others,
  onClose,
}: {
  filter: SavedFilter;
  others: readonly SavedFilter[];
  onClose: () => void;
}) {
  const rename = useMutation(renameFilter);
  const [name, setName] = useState(filter.name);
  const error = nameError(name, others);
  return (
    <li>
      <form
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!error) rename.mutate({ id: filter.id, name: name.trim() }, { onSuccess: onClose });
        }}
      >
        <TextField
          label={`New name of ${filter.name}`}
          hideLabel
          fieldClass="min-w-40 flex-1"
          value={name}
          autoComplete="off"
          error={error ?? refusal(rename.error)}
          onChange={(event) => {
            setName(event.target.value);
            rename.reset();
          }}
        />
        <Button onClick={onClose}>Keep it</Button>
        <Button type="submit" variant="main" busy={rename.isPending} busyText="Saving...">
          Rename
        </Button>
      </form>
    </li>
  );
}
