import { useMutation } from '@tanstack/react-query';
import { Plus, Wrench } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { updateDefect } from '@/data/machinery/services';
import { dateIn, formatDate } from '@/domain/core/time';
import { DEFECT_STATUSES } from '@/domain/machinery/machine';
import { DEFECT_WORDS, SEVERITY_WORDS } from '@/domain/machinery/machine-words';
import { useOffline } from '@/lib/online';
import type { Defect, Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { SelectField } from '@/ui/forms/field';
import { Card } from '@/ui/layout/card';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { stateWords } from '@/widgets/unsent/send-words';
import { machinePath, newServicePath, servicePath } from './machinery-address';
import { DefectBadge } from './machine-state';
import { useDefects } from './use-machine';

// Loaded on demand.
const DefectForm = lazy(async () => ({ default: (await import('./defect-form')).DefectForm }));

const isOpen = ({ status }: Defect) => status === 'open' || status === 'parts_ordered';

/** The open and closed defects of a machine; ?report=1 shows the form to report one. */
export function DefectsTab({ machine }: { machine: Machine }) {
  const { canWrite } = useAccount();
  const navigate = useNavigate();
  const [params] = useAddress();
  const { query, defects } = useDefects(machine.id);
  const [all, setAll] = useState(false);
  const canReport = canWrite && machine.status !== 'sold';
  const home = machinePath(machine.id, 'defects');
  const openCount = defects.filter(({ row }) => isOpen(row)).length;
  const shown = all ? defects : defects.filter(({ row }) => isOpen(row));
  if (canReport && params.has('report'))
    return (
      <Suspense fallback={<LoadingRows />}>
        <DefectForm machine={machine} onSaved={() => void navigate(home, { replace: true })} />
      </Suspense>
    );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Chip pressed={!all} onClick={() => setAll(false)}>
          Open {openCount}
        </Chip>
        <Chip pressed={all} onClick={() => setAll(true)}>
          All {defects.length}
        </Chip>
        {canReport && (
          <ButtonLink to={`${home}?report=1`} variant="main" className="ml-auto">
            <Plus aria-hidden="true" />
            Report a defect
          </ButtonLink>
        )}
      </div>
      <QueryList
        card
        read={query}
        rows={shown}
        empty={<EmptyState title={all ? 'No defect was ever reported.' : 'No open defects.'} />}
      >
        <Card rows>
          {shown.map(({ row, entry }) => (
            <DefectRow
              key={row.id}
              machine={machine}
              defect={row}
              waiting={entry && (entry.problem?.sentence ?? stateWords(entry, false))}
            />
          ))}
        </Card>
      </QueryList>
    </div>
  );
}

function DefectRow({ machine, defect, waiting }: { machine: Machine; defect: Defect; waiting: string | null }) {
  const { role, canWrite, settings } = useAccount();
  const { zone } = settings;
  const offline = useOffline();
  const today = useToday();
  const { nameOf } = useCurrentNames();
  const update = useMutation(updateDefect);
  const open = isOpen(defect);
  const mayChange = role === 'admin' && canWrite && !offline && waiting === null;
  return (
    <article className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 flex-1 text-3 wrap-anywhere">{defect.description}</h2>
        <DefectBadge status={defect.status} />
      </div>
      <p className="text-2 text-muted">
        {[
          SEVERITY_WORDS[defect.severity],
          `reported ${formatDate(dateIn(zone, defect.reportedAt), today)} by ${nameOf(defect.createdBy, defect.createdByName)}`,
          defect.completionId !== null && 'found by a checklist',
          defect.closedAt !== null &&
            `closed ${formatDate(dateIn(zone, defect.closedAt), today)}${defect.closedByName === null ? '' : ` by ${defect.closedByName}`}`,
          waiting,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <EntryPhotos parent={defect.id} />
      <div className="flex flex-wrap items-end gap-2">
        {open && canWrite && (
          <ButtonLink to={newServicePath(machine.id, { defect: defect.id })}>
            <Wrench aria-hidden="true" />
            Log the repair
            <span className="sr-only">: {defect.description}</span>
          </ButtonLink>
        )}
        {defect.fixedByRecordId !== null && (
          <Link className="link" to={servicePath(machine.id, defect.fixedByRecordId)}>
            The repair
          </Link>
        )}
        {mayChange && (
          <SelectField
            label="State"
            value={defect.status}
            disabled={update.isPending}
            onChange={({ target }) => {
              const status = DEFECT_STATUSES.find((one) => one === target.value);
              if (status) update.mutate({ id: defect.id, status });
            }}
          >
            {DEFECT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {DEFECT_WORDS[status]}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </article>
  );
}
