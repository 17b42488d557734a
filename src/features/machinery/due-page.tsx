import { useMutation } from '@tanstack/react-query';
import { FileText, Wrench } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDate } from '@/domain/core/time';
import { DUE_STATES, dueWithin, type DueItem, type DueState } from '@/domain/machinery/due';
import { DUE_WORDS, dueWords } from '@/domain/machinery/machine-words';
import { withParams } from '@/lib/params';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { TotalBar } from '@/ui/lists/total-bar';
import { useAddress } from '@/ui/use-address';
import { useFleet } from '@/widgets/machines/use-fleet';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { saveDuePdf } from './machinery-files';
import { LIST, machinePath, newServicePath } from './machinery-address';
import { DueBadge } from './machine-state';

const PDF_DAYS = 60;

/** /machinery/due: the planned services and the document dates (MOT, insurance) of the fleet, most urgent first. */
export function DuePage() {
  const account = useAccount();
  const today = useToday();
  const [params, change] = useAddress();
  const fleet = useFleet();
  const pdf = useMutation(saveDuePdf);
  const state = DUE_STATES.find((one) => one === params.get('due')) ?? null;
  const shown = fleet.due.filter(({ due }) => state === null || due.state === state);
  const count = (of: DueState) => fleet.due.filter(({ due }) => due.state === of).length;
  return (
    <Page
      title="What is due"
      back={{ to: LIST, label: 'Machinery' }}
      actions={
        fleet.due.length > 0 && (
          <Button
            busy={pdf.isPending}
            busyText="Saving..."
            onClick={() => pdf.mutate({ account, items: dueWithin(fleet.due, PDF_DAYS, today), days: PDF_DAYS, today })}
          >
            <FileText aria-hidden="true" />
            PDF, next {PDF_DAYS} days
          </Button>
        )
      }
      foot={
        fleet.due.length > 0 && (
          <TotalBar
            short="Overdue"
            sums={[
              { label: 'Due soon', value: count('due_soon') },
              { label: 'Overdue', value: count('overdue') },
            ]}
          />
        )
      }
    >
      <SnapshotAge at={fleet.loadedAt} />
      <div className="chips chips-scroll">
        {DUE_STATES.map((one) => (
          <Chip
            key={one}
            pressed={state === one}
            onClick={() =>
              change((current) => withParams(current, { due: state === one ? '' : one }), { replace: true })
            }
          >
            {DUE_WORDS[one]} {count(one)}
          </Chip>
        ))}
      </div>
      <QueryList
        card
        read={fleet.read}
        rows={fleet.isPending ? [] : shown}
        empty={
          <EmptyState
            title={state === null ? 'Nothing is planned yet.' : 'Nothing here.'}
            text={state === null ? 'Open a machine and start from a ready-made service plan.' : undefined}
            action={<ButtonLink to={LIST}>All machines</ButtonLink>}
          />
        }
      >
        <Paged key={state ?? ''} items={shown}>
          {(part) => (
            <Card rows>
              {part.map((item) => (
                <DueRow key={item.key} item={item} today={today} canWrite={account.canWrite} />
              ))}
            </Card>
          )}
        </Paged>
      </QueryList>
    </Page>
  );
}

function DueRow({ item, today, canWrite }: { item: DueItem; today: string; canWrite: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <Link className="strong text-text hover:underline" to={machinePath(item.machineId, 'due')}>
          {item.machineName}: {item.name}
        </Link>
        <span className="text-2 text-muted">
          {dueWords(item.due, item.meterType, today, (date) => formatDate(date, today))}
        </span>
      </div>
      <DueBadge state={item.due.state} />
      {canWrite && item.scheduleId !== null && (
        <ButtonLink to={newServicePath(item.machineId, { schedule: item.scheduleId })}>
          <Wrench aria-hidden="true" />
          Done
          <span className="sr-only">
            : {item.machineName}, {item.name}
          </span>
        </ButtonLink>
      )}
    </div>
  );
}
