import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { insertOf } from '@/offline/outbox/record-entries';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import type { Machine } from '@/records/machines';
import { SERVICE, type ServiceFields as Fields } from '@/records/services';
import { useAccount } from '@/session/account';
import { READ_ONLY } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { SaveButton } from '@/ui/forms/save-button';
import { EntryForm, SaveDock } from '@/ui/forms/save-dock';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { useAddress } from '@/ui/use-address';
import { useFleet, useOpenDefects } from '@/widgets/machines/use-fleet';
import { PhotoField } from '@/widgets/photos/photo-field';
import { PhotoWait, useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { LIST, machinePath, servicePath } from '@/features/machinery/machinery-address';
import { useIsMounted } from '@/ui/use-is-mounted';
import { saving } from '@/widgets/photos/saving';
import { ServiceFields } from './service-fields';
import { emptyService, serviceSchema, type ServiceText } from './service-schema';

const MAX_PHOTOS = 10;

/** /machinery/:id/service/new: logs a service. The schedule in ?schedule= and the defect in ?defect= start ticked. */
export function ServiceFormPage({ machineId }: { machineId: string }) {
  const account = useAccount();
  const fleet = useFleet();
  const machine = fleet.machines.find(({ id }) => id === machineId);
  const { isDraftLoading, key, draft, discard } = useStoredDraft(account.userId, `service:${machineId}`);
  return (
    <Page
      title="Log a service"
      subtitle={machine?.name}
      narrow
      back={{ to: machinePath(machineId), label: machine?.name ?? 'Machine' }}
      view="new-service"
    >
      {!account.canWrite ? (
        <Banner tone="note">{READ_ONLY}</Banner>
      ) : machine?.status === 'sold' ? (
        <Banner tone="note">This machine is sold. It takes no more services.</Banner>
      ) : isDraftLoading || (!machine && fleet.isPending) ? (
        <LoadingRows />
      ) : machine ? (
        <NewService
          key={draft?.id ?? ''}
          machine={machine}
          fleet={fleet}
          draftKey={key}
          // The cast is safe: only this form writes drafts with this name.
          draft={draft ? { id: draft.id, text: draft.values as Partial<ServiceText> } : null}
          onDiscard={discard}
        />
      ) : (
        <EmptyState title="This machine is not there." action={<ButtonLink to={LIST}>Back to Machinery</ButtonLink>} />
      )}
    </Page>
  );
}

function NewService({
  machine,
  fleet,
  draftKey,
  draft,
  onDiscard,
}: {
  machine: Machine;
  fleet: ReturnType<typeof useFleet>;
  draftKey: string;
  draft: { id: string; text: Partial<ServiceText> } | null;
  onDiscard: () => void;
}) {
  const account = useAccount();
  const today = useToday();
  const navigate = useNavigate();
  const [params] = useAddress();
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const { defects } = useOpenDefects();
  const [initial] = useState(() =>
    emptyService(today, { schedule: params.get('schedule'), defect: params.get('defect') }),
  );
  const form = useForm<ServiceText, unknown, Fields>({
    resolver: standardSchemaResolver(serviceSchema(today)),
    defaultValues: { ...initial, ...draft?.text },
  });
  const text = useWatch({ control: form.control, compute: (values: ServiceText) => values });
  const [unsaved, setUnsaved] = useUnstoredEntry(text);
  const [isSaved, setIsSaved] = useState(false);
  const save = useMutation(insertMutation(SERVICE));
  const { whenReady, waiting } = useSaveAfterPhotos(id);
  const isMounted = useIsMounted();
  const untouched = JSON.stringify(text) === JSON.stringify(initial);
  useDraft(account.userId, draftKey, id, untouched || isSaved ? null : text);
  const finish = () => {
    // Stop writing the draft: a late write would restore a service that has already been saved.
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(() => {
      if (isMounted()) void navigate(servicePath(machine.id, id), { replace: true });
    });
  };
  const plan = fleet.schedules.filter(({ machineId, active }) => machineId === machine.id && active);
  const open = defects.map(({ row }) => row).filter(({ machineId }) => machineId === machine.id);
  return (
    <EntryForm
      onSubmit={() => {
        const submit = form.handleSubmit((service) => {
          // It is not sent before the defects that it fixes.
          const inserted = insertOf(SERVICE, account, id, { ...service, machineId: machine.id }, service.fixes);
          const entry = { ...inserted, draft: draftKey };
          save.mutate([entry], { onSuccess: finish, onError: () => setUnsaved(entry) });
        });
        // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
        whenReady(() => void submit());
      }}
    >
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed before.
        </Banner>
      )}
      <UnstoredEntry entry={unsaved} sendMutation={sendNowMutation(SERVICE)} onSent={finish} />
      <div className="grid content-start gap-4 max-nav:flex-1">
        <ServiceFields form={form} machine={machine} schedules={plan} defects={open} />
        <PhotoField parent={id} table="service_records" max={MAX_PHOTOS} />
        {account.role === 'admin' && <p className="text-2 text-muted">You enter the costs on the next page.</p>}
      </div>
      <PhotoWait parent={id} shown={waiting} />
      <SaveDock>
        <SaveButton {...saving(save.isPending, waiting)}>Save service</SaveButton>
      </SaveDock>
    </EntryForm>
  );
}
