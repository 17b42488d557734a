import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { Link2, Mail } from 'lucide-react';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { inviteEmployee, type CreatedInvite } from '@/data/account/crew';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
import { inviteSchema, visibilityOf, type InviteFields, type InviteText } from './invite-schema';
import { VisibilityFields } from './visibility-fields';

export type Delivery = 'mail' | 'link';

/** The form of an invitation. `delivery` says whether the caller mails it or shows its link. */
export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (invite: CreatedInvite, email: string, delivery: Delivery) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const invite = useMutation(inviteEmployee);
  const form = useForm<InviteText, unknown, InviteFields>({
    // The input type allows null, because the questions have no default answer.
    resolver: standardSchemaResolver<InviteText, unknown, InviteFields>(inviteSchema),
    defaultValues: { email: '', firstName: '', lastName: '', works: null, prices: null },
  });
  const { errors, isSubmitted } = form.formState;
  const visibility = useWatch({
    control: form.control,
    compute: ({ works, prices }: InviteText) => ({ works, prices }),
  });
  const send = (delivery: Delivery) =>
    form.handleSubmit(({ email, firstName, lastName, ...answers }) =>
      invite.mutate(
        { email, firstName, lastName, ...visibilityOf(answers) },
        { onSuccess: (created) => onInvited(created, email, delivery) },
      ),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite someone"
      actions={
        <>
          <Button disabled={invite.isPending} onClick={() => void send('link')()}>
            <Link2 aria-hidden="true" />
            Get a link
          </Button>
          <Button type="submit" form={formId} variant="main" busy={invite.isPending} busyText="Inviting...">
            <Mail aria-hidden="true" />
            Send invitation
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void send('mail')(event)} noValidate className="grid gap-4 pt-3">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          hint="They join with this address and no other."
          error={errors.email?.message ?? invite.error?.message}
          {...form.register('email', { onChange: () => invite.reset() })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="First name"
            optional
            autoComplete="off"
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            optional
            autoComplete="off"
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <VisibilityFields
          visibility={visibility}
          errors={{ works: errors.works?.message, prices: errors.prices?.message }}
          onChange={(name, value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted })}
        />
        <p className="text-2 text-muted">
          An employee logs work and reads what you allow. Invoices and settings stay yours.
        </p>
      </form>
    </Dialog>
  );
}
