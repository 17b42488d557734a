import { useQuery } from '@tanstack/react-query';
import { farmSettingsQuery } from '@/data/farm-settings';
import type { Profile } from '@/domain/access';
import { signOut } from '@/session/sign-in';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';

/** An employee's own account, as far as it is built: who they are and where. */
export function ManageAccountPage({ profile, email }: { profile: Profile; email: string | null }) {
  const settings = useQuery({ ...farmSettingsQuery(profile.adminId ?? profile.id, profile.role), meta: {} });
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ');
  const rows = [
    { label: 'Name', value: name },
    { label: 'Email', value: email },
    { label: 'Farm', value: settings.data?.farmName },
    { label: 'Role', value: profile.role === 'admin' ? 'Admin' : 'Employee' },
  ].filter(({ value }) => value);
  return (
    <Page title="Your account" narrow>
      <dl className="card card-rows">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex min-h-tap flex-wrap items-center gap-x-4 px-4 py-2">
            <dt className="w-20 text-2 text-muted">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">Changing your name, e-mail address or password is not built yet.</p>
      <div>
        <Button onClick={() => void signOut()}>Sign Out</Button>
      </div>
    </Page>
  );
}
