import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeJob, editedJobQuery } from '@/data/works/job-parts';
import type { Account } from '@/domain/account/account';
import { timedAs, type PersonText } from '@/domain/works/job-more';
import { moreOf } from '@/domain/works/job-rows';
import { changedRows, shownRows } from '@/features/works/more/changed-rows';
import { WhoField } from '@/features/works/more/who-field';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';
import { LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';

/** Changes who did a stored entry, for the account holder. A job of several people is changed on its docket instead. */
export function WhoDialog({ work, account, onClose }: { work: Work; account: Account; onClose: () => void }) {
  const stored = useQuery(editedJobQuery(account, work.jobId));
  // The rows of the first response: a later one must not replace what the user chose.
  const [seen, setSeen] = useState<typeof stored.data>(undefined);
  if (!seen && stored.data && !stored.isFetching) setSeen(stored.data);
  const [chosen, setChosen] = useState<readonly PersonText[] | null>(null);
  const save = useMutation(changeJob);
  const more = seen && moreOf(shownRows(seen));
  const canChoose = more && more.people.length < 2;
  const submit = () => {
    if (!seen || !more || !chosen) return onClose();
    const people = chosen.map((person) => timedAs(work, person));
    save.mutate({ id: work.jobId, ...changedRows(seen, { ...more, people }) }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Who did “${work.taskName}”`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {canChoose && (
            <Button variant="main" busy={save.isPending} onClick={submit}>
              Save
            </Button>
          )}
        </>
      }
    >
      {canChoose ? (
        <WhoField
          account={account}
          author={{ id: work.employeeId ?? work.userId, name: work.createdByName }}
          people={chosen ?? more.people}
          onChange={setChosen}
        />
      ) : more ? (
        <p>
          {more.people.map(({ name }) => name).join(', ')} were on this job. Change them on its docket, under “People,
          machines and fields”.
        </p>
      ) : (
        <QueryList read={stored} loading={{ rows: 1 }}>
          <LoadingRows rows={1} />
        </QueryList>
      )}
    </Dialog>
  );
}
