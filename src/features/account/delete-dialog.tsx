import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { deleteAccount } from '@/data/account/account-deletion';
import { crewQuery } from '@/data/account/profiles';
import { withoutFailureMessage } from '@/data/load-failed';
import { deletionPhrase, confirmsDeletion } from '@/domain/account/account';
import { plural } from '@/domain/core/word-list';
import { useAccount } from '@/session/account';
import { signOutAndDelete } from '@/session/sign-out';
import { Button } from '@/ui/button';
import { FieldError, TextField } from '@/ui/forms/field';
import { PasswordField } from '@/ui/forms/password-field';
import { Dialog } from '@/ui/popups/dialog';

const schemaFor = (phrase: string, phraseName: string) =>
  v.object({
    confirm: v.pipe(
      v.string(),
      v.check((typed) => confirmsDeletion(typed, phrase), `Type ${phraseName} exactly as it stands above.`),
    ),
    password: v.pipe(v.string(), v.nonEmpty('Type your password.')),
  });

/** Lists what is deleted, and asks for the farm's name and the password first. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { ownerId, email, settings } = useAccount();
  const phrase = deletionPhrase(settings.farmName, email);
  const phraseName = settings.farmName?.trim() ? 'the farm’s name' : 'your e-mail address';
  const crew = useQuery(withoutFailureMessage(crewQuery(ownerId)));
  const remove = useMutation(deleteAccount);
  const formId = useId();
  const form = useForm({
    resolver: standardSchemaResolver(schemaFor(phrase, phraseName)),
    defaultValues: { confirm: '', password: '' },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((confirmed) =>
    remove.mutate(confirmed, { onSuccess: () => void signOutAndDelete('all') }),
  );
  const close = () => {
    if (!remove.isPending) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Delete this account?"
      actions={
        <>
          <Button disabled={remove.isPending} onClick={close}>
            Keep it
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={remove.isPending} busyText="Deleting...">
            Delete account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
        <ul className="grid list-disc gap-1 pl-5">
          <li>Every job, customer, invoice, note and photo is deleted. Nobody can bring them back.</li>
          {crewWords(crew.data?.length) && <li>{crewWords(crew.data?.length)}</li>}
          <li>A running subscription is cancelled. There is no refund for the current period.</li>
        </ul>
        <p>
          To confirm, type {phraseName}: <b className="break-words">{phrase}</b>
        </p>
        <TextField
          label={settings.farmName?.trim() ? 'Farm name' : 'E-mail address'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {remove.isError && <FieldError>{remove.error.message}</FieldError>}
      </form>
    </Dialog>
  );
}

/** What deletion means for the crew. Null without a crew, or while it is not loaded. */
function crewWords(people: number | undefined): string | null {
  if (!people) return null;
  const lose = plural(people, 'employee loses', `${people} employees lose`);
  return `Your ${lose} access at once, and the work they logged is deleted too.`;
}
