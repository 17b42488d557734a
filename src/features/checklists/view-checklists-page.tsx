import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { checklistsQuery, setChecklistActive } from '@/data/checklists/checklists';
import { templateWords } from '@/domain/checklists/checklist-words';
import { useOffline } from '@/lib/online';
import type { ChecklistTemplate } from '@/records/checklists';
import { useAccount } from '@/session/account';
import { NEEDS_SIGNAL } from '@/session/disabled-reason';
import { Button, ButtonLink } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { printBlank } from './documents';

/** /view-checklists: the farm's active and inactive templates. */
export function ViewChecklistsPage() {
  const account = useAccount();
  const list = useQuery(checklistsQuery(account));
  const templates = list.data ?? [];
  const activeTemplates = templates.filter(({ active }) => active);
  const inactiveTemplates = templates.filter(({ active }) => !active);
  return (
    <Page
      title="View Checklists"
      actions={
        account.canWrite && (
          <ButtonLink to="/create-checklist" variant="main">
            <Plus aria-hidden="true" />
            Create
          </ButtonLink>
        )
      }
    >
      <SnapshotAge at={list.dataUpdatedAt} />
      <QueryList read={list}>
        {activeTemplates.length === 0 && (
          <EmptyState
            title="No checklists. Start from a ready-made one."
            action={
              account.canWrite && (
                <ButtonLink to="/create-checklist" size="l">
                  Create checklist
                </ButtonLink>
              )
            }
          />
        )}
        <Templates title="On the list" templates={activeTemplates} />
        <Templates title="Off the list" templates={inactiveTemplates} />
      </QueryList>
    </Page>
  );
}

function Templates({ title, templates }: { title: string; templates: readonly ChecklistTemplate[] }) {
  if (templates.length === 0) return null;
  return (
    <Card className="overflow-clip">
      <CardHead title={title} />
      <ul className="ruled">
        {templates.map((template) => (
          <Template key={template.id} template={template} />
        ))}
      </ul>
    </Card>
  );
}

function Template({ template }: { template: ChecklistTemplate }) {
  const { canWrite, settings } = useAccount();
  const offline = useOffline();
  const change = useMutation(setChecklistActive);
  const print = useMutation(printBlank);
  const { id, name, items, version, active } = template;
  const critical = items.filter((item) => item.critical).length;
  const words = [
    templateWords(template),
    ...(critical === 0 ? [] : [`${critical} critical`]),
    `version ${version}`,
  ].join(', ');
  return (
    <li className="grid gap-2 p-4">
      <strong className="wrap-anywhere">{name}</strong>
      <span className="text-2 text-muted">{words}</span>
      {offline && <span className="hint">{NEEDS_SIGNAL}</span>}
      <div className="-mx-quiet flex flex-wrap">
        {canWrite && !offline && active && (
          <ButtonLink to={`/create-checklist?edit=${id}`} variant="quiet" aria-label={`Edit ${name}`}>
            Edit
          </ButtonLink>
        )}
        <Button
          variant="quiet"
          aria-label={`Blank form of ${name} as PDF`}
          busy={print.isPending}
          busyText="Preparing..."
          onClick={() => print.mutate({ farm: settings.farmName, template })}
        >
          Blank form
        </Button>
        {canWrite && !offline && (
          <Button
            variant="quiet"
            aria-label={active ? `Take ${name} off the list` : `Put ${name} back on the list`}
            busy={change.isPending}
            busyText="Saving..."
            onClick={() => change.mutate({ id, active: !active })}
          >
            {active ? 'Take off the list' : 'Put back'}
          </Button>
        )}
      </div>
    </li>
  );
}
