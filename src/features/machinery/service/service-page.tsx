import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { deleteService, saveServiceCosts, serviceCostsQuery } from '@/data/machinery/services';
import { formatMoney, currencySign } from '@/domain/core/money';
import { AMOUNT } from '@/domain/core/number-rule';
import { formatDateDated } from '@/domain/core/time';
import { numberText, optionalNumber } from '@/domain/core/typed';
import { NO_COSTS, totalOf, type ServiceCosts } from '@/domain/machinery/costs';
import { formatReading } from '@/domain/machinery/machine';
import { KIND_WORDS } from '@/domain/machinery/machine-words';
import { together } from '@/lib/read-state';
import { updateOf } from '@/offline/outbox/record-entries';
import { insertMutation } from '@/offline/outbox/save-entries';
import type { Machine } from '@/records/machines';
import { SERVICE, type Service, type ServiceFields as Fields } from '@/records/services';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { NumberField } from '@/ui/forms/number-field';
import { useStoredForm } from '@/ui/forms/use-stored-form';
import { Card, CardHead } from '@/ui/layout/card';
import { Facts } from '@/ui/layout/facts';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useFleet } from '@/widgets/machines/use-fleet';
import { History } from '@/widgets/history/history';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { stateWords } from '@/widgets/unsent/send-words';
import { machinePath } from '@/features/machinery/machinery-address';
import { ServiceFields } from './service-fields';
import { serviceSchema, textOf, type ServiceText } from './service-schema';
import { useDefects, useServices } from '@/features/machinery/use-machine';
import { useOffline } from '@/lib/online';
import { NEEDS_SIGNAL } from '@/session/disabled-reason';

/** /machinery/:id/service/:sid: one service. The account holder enters what it cost. */
export function ServicePage({ machineId, id }: { machineId: string; id: string }) {
  const account = useAccount();
  const fleet = useFleet();
  const machine = fleet.machines.find((one) => one.id === machineId);
  const { query, services } = useServices(machineId);
  const { defects } = useDefects(machineId);
  const { nameOf } = useCurrentNames();
  const offline = useOffline();
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const found = services.find(({ row }) => row.id === id);
  const history = machinePath(machineId, 'history');
  const admin = account.role === 'admin';
  if (!machine || !found)
    return (
      <Page title="Service" back={{ to: history, label: 'Service history' }} view={id}>
        <Card>
          <QueryList read={together(query, fleet.read)}>
            <EmptyState title="This service is not there." text="It may have been deleted." />
          </QueryList>
        </Card>
      </Page>
    );
  const { row: service, entry } = found;
  const planned = fleet.schedules.filter((schedule) => service.scheduleIds.includes(schedule.id));
  const fixed = defects.filter(({ row }) => service.fixes.includes(row.id));
  const mayChange = admin && account.canWrite;
  const lines = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join('\n'));
  return (
    <Page
      title={service.description.split('\n', 1)[0]?.slice(0, 60) || KIND_WORDS[service.kind]}
      subtitle={`${machine.name} · ${formatDateDated(service.serviceDate)}`}
      back={{ to: history, label: 'Service history' }}
      view={id}
      actions={
        mayChange && (
          <>
            {!entry && !offline && (
              <Button onClick={() => setAsking('delete')}>
                <Trash2 aria-hidden="true" />
                Delete
              </Button>
            )}
            <Button variant="main" onClick={() => setAsking('edit')}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          </>
        )
      }
    >
      {entry && <Banner tone="note">{entry.problem?.sentence ?? stateWords(entry, false)}</Banner>}
      <div className="grid grid-cols-1 items-start gap-4 nav:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          <Facts
            title="What was done"
            lines={[
              { label: 'Work', value: service.description },
              { label: 'Of the plan', value: lines(planned.map(({ name }) => name)) },
              { label: 'Fixed', value: lines(fixed.map(({ row }) => row.description)) },
              { label: 'Kind', value: KIND_WORDS[service.kind] },
              {
                label: 'Reading',
                value: service.reading === null ? null : formatReading(service.reading, machine.meterType),
              },
              {
                label: 'Parts',
                value: lines(
                  service.parts.map(
                    ({ name, number, quantity }) => `${quantity} × ${[name, number].filter(Boolean).join(', ')}`,
                  ),
                ),
              },
              { label: 'Hours of work', value: service.labourHours === null ? null : `${service.labourHours} h` },
              { label: 'Out of use for', value: service.downtimeH === null ? null : `${service.downtimeH} h` },
              { label: 'Done by', value: service.supplier },
              { label: 'Invoice number', value: service.invoiceRef },
              { label: 'For next time', value: service.nextNote },
              { label: 'Entered by', value: nameOf(service.createdBy, service.createdByName) },
            ]}
          />
          <EntryPhotos parent={id} large />
        </div>
        {admin && (
          <div className="grid grid-cols-1 gap-4">
            <Costs machineId={machineId} id={id} waiting={entry !== null && entry.action === 'insert'} />
            {!entry && (
              <Card>
                <History
                  of={SERVICE}
                  id={id}
                  name={service.description || KIND_WORDS[service.kind]}
                  createdBy={service.createdByName}
                  createdAt={service.createdAt}
                />
              </Card>
            )}
          </div>
        )}
      </div>
      {asking === 'edit' && (
        <EditDialog
          machine={machine}
          service={service}
          fleet={fleet}
          defects={defects.map(({ row }) => row)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && <DeleteDialog id={id} to={history} onClose={() => setAsking(null)} />}
    </Page>
  );
}

function EditDialog({
  machine,
  service,
  fleet,
  defects,
  onClose,
}: {
  machine: Machine;
  service: Service;
  fleet: ReturnType<typeof useFleet>;
  defects: ReturnType<typeof useDefects>['defects'][number]['row'][];
  onClose: () => void;
}) {
  const account = useAccount();
  const today = useToday();
  const save = useMutation(insertMutation(SERVICE));
  const form = useForm<ServiceText, unknown, Fields>({
    resolver: standardSchemaResolver(serviceSchema(today)),
    defaultValues: textOf(service),
  });
  return (
    <FormDialog
      title="Edit service"
      wide
      verb="Save changes"
      busy={save.isPending}
      busyText="Saving..."
      onSubmit={form.handleSubmit((edited) => {
        const entry = updateOf(SERVICE, account, service, edited);
        if (entry) save.mutate([entry], { onSuccess: onClose });
        else onClose();
      })}
      onClose={onClose}
    >
      <ServiceFields
        form={form}
        machine={machine}
        stored={service.reading}
        schedules={fleet.schedules.filter(({ machineId }) => machineId === machine.id)}
        defects={defects.filter(
          ({ id, status }) => service.fixes.includes(id) || status === 'open' || status === 'parts_ordered',
        )}
      />
    </FormDialog>
  );
}

function DeleteDialog({ id, to, onClose }: { id: string; to: string; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useMutation(deleteService);
  return (
    <ConfirmDialog
      open
      title="Delete this service?"
      onClose={onClose}
      verb="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={() => remove.mutate(id, { onSuccess: () => void navigate(to, { replace: true }) })}
    >
      Its reading, costs and photos go with it. What it fixed stays fixed; what it serviced is due as before.
    </ConfirmDialog>
  );
}

const costsSchema = v.object({
  parts: optionalNumber(AMOUNT),
  labour: optionalNumber(AMOUNT),
  external: optionalNumber(AMOUNT),
});
type CostsText = v.InferInput<typeof costsSchema>;

const costsText = ({ parts, labour, external }: ServiceCosts): CostsText => ({
  parts: numberText(parts),
  labour: numberText(labour),
  external: numberText(external),
});

function Costs({ machineId, id, waiting }: { machineId: string; id: string; waiting: boolean }) {
  const account = useAccount();
  const offline = useOffline();
  const costs = useQuery(serviceCostsQuery(account, machineId));
  const save = useMutation(saveServiceCosts);
  const stored = costs.data?.get(id) ?? NO_COSTS;
  const [form, submitOptions] = useStoredForm<CostsText, ServiceCosts>(costsSchema, costsText(stored));
  const { errors } = form.formState;
  const { currency } = account.settings;
  const before = currencySign(currency);
  const total = totalOf(stored);
  const field = (name: keyof CostsText) => ({ before, ...form.register(name), error: errors[name]?.message });
  return (
    <Card>
      <CardHead title="Costs">{total !== null && <b className="figure">{formatMoney(total, currency)}</b>}</CardHead>
      {waiting ? (
        <p className="p-4 text-muted">Enter the costs once the service is in the office.</p>
      ) : offline ? (
        <p className="p-4 text-muted">{NEEDS_SIGNAL}</p>
      ) : !costs.data ? (
        <LoadingRows rows={2} />
      ) : (
        <form
          noValidate
          className="grid gap-4 p-4"
          onSubmit={(event) =>
            void form.handleSubmit((entered) =>
              save.mutate({ id, ownerId: account.ownerId, costs: entered }, submitOptions()),
            )(event)
          }
        >
          <NumberField label="Parts" {...field('parts')} />
          <NumberField label="Labour" {...field('labour')} />
          <NumberField
            label="Paid to others"
            hint="The dealer's bill, without VAT if you reclaim it."
            {...field('external')}
          />
          <Button type="submit" variant="main" busy={save.isPending} busyText="Saving..." disabled={!account.canWrite}>
            Save costs
          </Button>
        </form>
      )}
    </Card>
  );
}
