import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeJob, editedJobQuery, type EditedRows } from '@/data/works/job-parts';
import type { Account } from '@/domain/account/account';
import type { Docket } from '@/domain/works/docket';
import { moreProblem, type JobMore } from '@/domain/works/job-more';
import { moreOf } from '@/domain/works/job-rows';
import { rulesOf } from '@/domain/works/work-rules';
import { changedRows, shownRows } from '@/features/works/more/changed-rows';
import { FieldParts } from '@/features/works/more/field-parts';
import { MachineParts } from '@/features/works/more/machine-parts';
import { MaterialParts } from '@/features/works/more/material-parts';
import { PeopleParts } from '@/features/works/more/people-parts';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';

type Edited = { seen: EditedRows; more: JobMore };

/** Changes the people, machines, fields and uncharged materials of a stored job. Its lines and its value stay the same. */
export function PartsDialog({ docket, account, onClose }: { docket: Docket; account: Account; onClose: () => void }) {
  const stored = useQuery(editedJobQuery(account, docket.id));
  const rules = rulesOf(account, useToday());
  // The rows as they were read first: a later reading does not replace what is typed.
  const [edited, setEdited] = useState<Edited | null>(null);
  if (edited === null && stored.data && !stored.isFetching)
    setEdited({ seen: stored.data, more: moreOf(shownRows(stored.data)) });
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation(changeJob);
  const submit = ({ seen, more }: Edited) => {
    const found = moreProblem(more, docket.workDate, rules);
    setProblem(found);
    if (found === null) save.mutate({ id: docket.id, ...changedRows(seen, more) }, { onSuccess: onClose });
  };
  const job = edited && {
    ...{ more: edited.more, account, rules, text: docket, id: docket.id },
    setMore: (more: JobMore) => setEdited({ ...edited, more }),
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="What was on this job"
      clash={problem}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {edited && (
            <Button variant="main" busy={save.isPending} onClick={() => submit(edited)}>
              Save
            </Button>
          )}
        </>
      }
    >
      {job ? (
        <div className="grid gap-4">
          <p className="hint">The lines of the job and what is charged stay as they are.</p>
          <h3 className="text-3">People</h3>
          <PeopleParts job={job} />
          <h3 className="text-3">Machines</h3>
          <MachineParts job={job} />
          <h3 className="text-3">Fields</h3>
          <FieldParts job={job} />
          <h3 className="text-3">Materials</h3>
          <MaterialParts job={job} isStored />
        </div>
      ) : (
        <QueryList read={stored}>
          <LoadingRows />
        </QueryList>
      )}
    </Dialog>
  );
}
