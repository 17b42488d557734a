import { useMutation } from '@tanstack/react-query';
import { saveProfile } from '@/data/account/profiles';
import type { Profile } from '@/domain/account/access';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { useStoredForm } from '@/ui/forms/use-stored-form';
import { AccountCard } from './account-card';
import { AvatarField } from './avatar-field';
import { changeOf, profileSchema, profileValues, type ProfileInput } from './profile-schema';
import { useOfflineReason } from './use-offline-reason';

/** The person's own profile: picture, names, and an employee's phone number. */
export function ProfileCard({ profile, email }: { profile: Profile; email: string | null }) {
  const disabledReason = useOfflineReason();
  const save = useMutation(saveProfile);
  const withPhone = profile.role === 'employee';
  const [form, submitOptions] = useStoredForm(profileSchema, profileValues(profile));
  const fieldProps = (name: keyof ProfileInput) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const submit = form.handleSubmit((output) =>
    save.mutate({ userId: profile.id, change: changeOf(output, withPhone) }, submitOptions()),
  );
  return (
    <AccountCard title="Profile" text="Your name stands on the work you log.">
      <AvatarField profile={profile} email={email} disabled={disabledReason !== null} />
      <form noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...fieldProps('first_name')} />
          <TextField label="Last name" optional autoComplete="family-name" {...fieldProps('last_name')} />
        </div>
        {withPhone && (
          <TextField
            label="Phone"
            optional
            type="tel"
            autoComplete="tel"
            hint="For your main account holder. Nobody else on the farm sees it."
            {...fieldProps('phone')}
          />
        )}
        <div className="grid gap-2 sm:justify-items-start">
          <Button type="submit" disabled={disabledReason !== null} busy={save.isPending} busyText="Saving...">
            Save profile
          </Button>
          {disabledReason !== null && <p className="hint">{disabledReason}</p>}
        </div>
      </form>
    </AccountCard>
  );
}
