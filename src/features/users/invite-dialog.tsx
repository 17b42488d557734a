import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { Link2, Mail } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { inviteEmployee, type MadeInvite } from '@/data/crew';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextField } from '@/ui/field';
import { inviteSchema, type InviteFields } from './invite-schema';

export type Way = 'mail' | 'link';

/** Who is to be invited. Made, it is mailed or its link is shown, as `way` says. */
export function InviteDialog({
  onMade,
  onClose,
}: {
  onMade: (invite: MadeInvite, email: string, way: Way) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const invite = useMutation(inviteEmployee);
  const form = useForm<InviteFields>({
    resolver: standardSchemaResolver(inviteSchema),
    defaultValues: { email: '', firstName: '', lastName: '' },
  });
  const { errors } = form.formState;
  const send = (way: Way) =>
    form.handleSubmit((fields) => invite.mutate(fields, { onSuccess: (made) => onMade(made, fields.email, way) }));
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
        <p className="text-2 text-muted">
          An employee logs work and reads what you allow. Invoices and settings stay yours.
        </p>
      </form>
    </Dialog>
  );
}
