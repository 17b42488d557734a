import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { addChecklist, checklistsQuery, updateChecklist } from '@/data/checklists/checklists';
import { STARTER_CHECKLISTS } from '@/domain/checklists/starter-checklists';
import { templateWords } from '@/domain/checklists/checklist-words';
import type { ChecklistTemplate } from '@/records/checklists';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { emptyChecklist, textOf } from './checklist-schema';
import { TemplateForm } from './template-form';

const LIST = { to: '/view-checklists', label: 'View Checklists' };

/** /create-checklist: from a ready-made checklist or empty; with ?edit=, an existing template. */
export function CreateChecklistPage() {
  const [params] = useSearchParams();
  const edit = params.get('edit');
  const from = params.get('from');
  if (edit !== null) return <EditPage key={edit} id={edit} />;
  return from === null ? <StartPage /> : <NewPage key={from} from={from} />;
}

const fromAddress = (from: string) => `/create-checklist?${new URLSearchParams({ from }).toString()}`;

function StartPage() {
  return (
    <Page title="Create Checklist" narrow view="start">
      <ButtonLink to={fromAddress('')} size="l" className="btn-wide">
        Start with an empty one
      </ButtonLink>
      <Card className="overflow-clip">
        <LedgerCards title="Ready-made">
          {STARTER_CHECKLISTS.map((ready) => (
            <LedgerCard
              key={ready.name}
              title={ready.name}
              lines={[templateWords(ready)]}
              to={fromAddress(ready.name)}
            />
          ))}
        </LedgerCards>
      </Card>
    </Page>
  );
}

function NewPage({ from }: { from: string }) {
  const { ownerId } = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => crypto.randomUUID());
  const add = useMutation(addChecklist);
  const ready = STARTER_CHECKLISTS.find(({ name }) => name === from);
  return (
    <Page title="Create Checklist" narrow back={{ to: '/create-checklist', label: 'Ready-made checklists' }} view="new">
      <TemplateForm
        initialValues={ready ? textOf(ready) : emptyChecklist()}
        busy={add.isPending}
        disabledReason={useDisabledReason()}
        onSave={(fields) =>
          add.mutate({ id, ownerId, fields }, { onSuccess: () => void navigate('/view-checklists', { replace: true }) })
        }
      />
    </Page>
  );
}

function EditPage({ id }: { id: string }) {
  const account = useAccount();
  const list = useQuery(checklistsQuery(account));
  const template = list.data?.find((one) => one.id === id);
  // The cached template may be an older version, which the database refuses to save, so open the form after the fetch.
  const [isFetched, setIsFetched] = useState(false);
  if (!isFetched && list.data && !list.isFetching) setIsFetched(true);
  return (
    <Page title="Edit Checklist" narrow back={LIST} view="edit">
      {!isFetched && list.isFetching ? (
        <LoadingRows />
      ) : template ? (
        <EditTemplate currentTemplate={template} />
      ) : (
        <QueryList read={list}>
          <Banner tone="note">This checklist is not there any more.</Banner>
        </QueryList>
      )}
    </Page>
  );
}

function EditTemplate({ currentTemplate }: { currentTemplate: ChecklistTemplate }) {
  const navigate = useNavigate();
  const update = useMutation(updateChecklist);
  // Keep the version that was opened, so that a newer one is not overwritten.
  const [template] = useState(currentTemplate);
  const { id, version } = template;
  return (
    <>
      <Banner tone="note">
        Version {version}. Saving makes a new one; what was completed stays as it was, and whoever is filling it in now
        finishes the one they began.
      </Banner>
      <TemplateForm
        initialValues={textOf(template)}
        busy={update.isPending}
        disabledReason={useDisabledReason()}
        onSave={(fields) =>
          update.mutate(
            { id, version, fields },
            { onSuccess: () => void navigate('/view-checklists', { replace: true }) },
          )
        }
      />
    </>
  );
}
