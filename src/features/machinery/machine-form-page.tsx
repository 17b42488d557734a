import { currencySign } from '@/domain/core/money';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { addMachine, machinePriceQuery, updateMachine } from '@/data/machinery/machines';
import type { Decimal } from '@/domain/core/money';
import { MACHINE_STATUSES, MACHINE_TYPES, METER_TYPES } from '@/domain/machinery/machine';
import { METER_WORDS, STATUS_WORDS, TYPE_WORDS } from '@/domain/machinery/machine-words';
import { useOffline } from '@/lib/online';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { READ_ONLY, NEEDS_SIGNAL } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { FormActions, FormSection } from '@/ui/forms/form-section';
import { NumberField } from '@/ui/forms/number-field';
import { Page } from '@/ui/layout/page';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { useMachines } from '@/widgets/machines/use-fleet';
import { LIST, machinePath } from './machinery-address';
import { EMPTY_MACHINE, machineSchema, textOf, type MachineOutput, type MachineText } from './machine-schema';

/** /machinery/new and /machinery/:id/edit. Account holder only, with signal. */
export function MachineFormPage({ id }: { id?: string }) {
  const account = useAccount();
  const offline = useOffline();
  const fleet = useMachines();
  const price = useQuery({
    ...machinePriceQuery(account, id ?? ''),
    enabled: id !== undefined && account.role === 'admin',
  });
  const draftName = id === undefined ? 'machine' : `machine:${id}`;
  const { isDraftLoading, key, draft, discard } = useStoredDraft(account.userId, draftName);
  const title = id === undefined ? 'New machine' : 'Edit machine';
  const back = id === undefined ? { to: LIST, label: 'Machinery' } : { to: machinePath(id), label: 'Machine' };
  const machine = id === undefined ? null : fleet.machines.find((one) => one.id === id);
  const failed = [fleet, ...(id === undefined ? [] : [price])].filter(
    (query) => query.isError && query.data === undefined,
  );
  const page = (content: ReactNode) => (
    <Page title={title} narrow back={back} view={title}>
      {content}
    </Page>
  );
  if (account.role !== 'admin')
    return page(
      <Banner tone="note">
        Only the account holder changes machines. Ask {account.ownerFirstName ?? 'them'} if something is wrong.
      </Banner>,
    );
  if (!account.canWrite) return page(<Banner tone="note">{READ_ONLY}</Banner>);
  if (failed.length > 0)
    return page(<ErrorState onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />);
  if (isDraftLoading || !fleet.data || (id !== undefined && machine && price.data === undefined))
    return page(offline ? <Banner tone="note">{NEEDS_SIGNAL}</Banner> : <LoadingRows />);
  if (machine === undefined)
    return page(
      <EmptyState title="This machine is not there." action={<ButtonLink to={LIST}>Back to Machinery</ButtonLink>} />,
    );
  return page(
    <MachineForm
      key={draft?.id ?? ''}
      machine={machine}
      price={price.data ?? null}
      others={fleet.machines.filter((one) => one.id !== id)}
      draftKey={key}
      // The cast is safe: only this form writes drafts with this name.
      draft={draft ? { id: draft.id, text: draft.values as Partial<MachineText> } : null}
      onDiscard={discard}
      back={back.to}
    />,
  );
}

const Columns = ({ children }: { children: ReactNode }) => <div className="grid gap-4 sm:grid-cols-2">{children}</div>;

function MachineForm({
  machine,
  price,
  others,
  draftKey,
  draft,
  onDiscard,
  back,
}: {
  machine: Machine | null;
  price: Decimal | null;
  others: readonly Machine[];
  draftKey: string;
  draft: { id: string; text: Partial<MachineText> } | null;
  onDiscard: () => void;
  back: string;
}) {
  const { ownerId, userId, settings } = useAccount();
  const offline = useOffline();
  const navigate = useNavigate();
  const today = useToday();
  const add = useMutation(addMachine);
  const update = useMutation(updateMachine);
  const [id] = useState(() => draft?.id ?? machine?.id ?? crypto.randomUUID());
  const [isSaved, setIsSaved] = useState(false);
  const stored = machine === null ? EMPTY_MACHINE : textOf(machine, price);
  const form = useForm<MachineText, unknown, MachineOutput>({
    resolver: standardSchemaResolver(machineSchema(others, Number(today.slice(0, 4)))),
    defaultValues: { ...stored, ...draft?.text },
  });
  const text = useWatch({ control: form.control, compute: (values: MachineText) => values });
  const changed = JSON.stringify(text) !== JSON.stringify(stored);
  useDraft(userId, draftKey, id, changed && !isSaved ? text : null);
  const { errors } = form.formState;
  const field = (name: keyof MachineText) => ({ ...form.register(name), error: errors[name]?.message });
  const textProps = (name: keyof MachineText) => ({ autoComplete: 'off', ...field(name) });
  const save = form.handleSubmit(({ price: entered, ...fields }) => {
    const options = {
      onSuccess: () => {
        setIsSaved(true);
        void forgetDraft(userId, draftKey).then(() => navigate(machinePath(id), { replace: true }));
      },
    };
    const saved = { id, ownerId, fields, price: entered };
    if (machine) update.mutate({ ...saved, price: entered === price ? undefined : entered }, options);
    else add.mutate(saved, options);
  });
  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed before.
        </Banner>
      )}
      <FormSection title="Machine">
        <TextField label="Name" hint="What the crew calls it." {...textProps('name')} />
        <Columns>
          <SelectField label="Type" {...field('machineType')}>
            {MACHINE_TYPES.map((type) => (
              <option key={type} value={type}>
                {TYPE_WORDS[type]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Meter"
            hint={machine && machine.currentReading !== null ? 'It has readings, so it stays.' : undefined}
            {...field('meterType')}
          >
            {(machine !== null && machine.currentReading !== null ? [machine.meterType] : METER_TYPES).map((meter) => (
              <option key={meter} value={meter}>
                {METER_WORDS[meter]}
              </option>
            ))}
          </SelectField>
          <TextField label="Make" {...textProps('make')} />
          <TextField label="Model" {...textProps('model')} />
          <NumberField label="Year" inputMode="numeric" {...field('year')} />
          <TextField label="Registration" autoCapitalize="characters" {...textProps('registration')} />
          <TextField label="Serial number" {...textProps('serialNo')} />
          <SelectField label="Status" {...field('status')}>
            {MACHINE_STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_WORDS[status]}
              </option>
            ))}
          </SelectField>
          <NumberField label="Working width" after="m" {...field('widthM')} />
          <NumberField label="Capacity" {...field('capacity')} />
          <TextField label="Unit of the capacity" placeholder="litres" {...textProps('capacityUnit')} />
        </Columns>
      </FormSection>
      <FormSection title="Oils, tyres and filters">
        <Columns>
          <TextField label="Engine oil" placeholder="15W-40, 22 l" {...textProps('engineOil')} />
          <TextField label="Hydraulic oil" {...textProps('hydOil')} />
          <TextField label="Coolant" {...textProps('coolant')} />
          <NumberField label="Front tyres" after="bar" {...field('tyreFrontBar')} />
          <NumberField label="Rear tyres" after="bar" {...field('tyreRearBar')} />
        </Columns>
        <TextAreaField label="Filters" hint="With their numbers, one a line." {...field('filters')} />
        <TextAreaField label="Notes" hint="The crew sees these." {...field('notes')} />
      </FormSection>
      <FormSection title="Papers">
        <Columns>
          <DateField label="Insurance until" {...field('insuranceExpires')} />
          <DateField label="Tax until" {...field('taxExpires')} />
          <DateField label="MOT due" {...field('motDue')} />
          <DateField label="Thorough examination (LOLER) due" {...field('lolerDue')} />
          <DateField label="Sprayer test due" {...field('sprayerTestDue')} />
        </Columns>
      </FormSection>
      <FormSection title="Bought and sold">
        <Columns>
          <DateField label="Bought on" {...field('purchaseDate')} />
          <NumberField
            label="Price"
            before={currencySign(settings.currency)}
            hint="Only you see it."
            {...field('price')}
          />
          {text.status === 'sold' && <DateField label="Sold on" hint="Empty: today." {...field('soldDate')} />}
        </Columns>
      </FormSection>
      <FormActions
        cancel={back}
        verb="Save machine"
        busy={add.isPending || update.isPending}
        note={offline && <p className="hint w-full">{NEEDS_SIGNAL}</p>}
      />
    </form>
  );
}
