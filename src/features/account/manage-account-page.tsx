import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { farmSettingsQuery } from '@/data/account/farm-settings';
import { ownerProfileQuery } from '@/data/account/profiles';
import { withoutFailureMessage } from '@/data/load-failed';
import { settingsFor } from '@/domain/account/account';
import { plural } from '@/domain/core/word-list';
import { useWaiting } from '@/offline/outbox/outbox';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { useSignOut } from '@/widgets/sign-out/sign-out';
import { entriesWords } from '@/widgets/unsent/send-words';
import { AccountCard } from './account-card';
import { LeaveFarm } from './leave-farm';
import { useOwnProfile } from './own-profile';
import { OwnCertificates } from './own-certificates';
import { OwnWorkCard } from './own-work-card';
import { ProfileCard } from './profile-card';
import { SecurityCard } from './security-card';

// Loaded on demand: only where notifications are set up.
const NotificationsCard = lazy(async () => ({ default: (await import('./notifications-card')).NotificationsCard }));

/** An employee's own page. If `suspended`, no other page opens, and it says how many entries are not sent yet. */
export function ManageAccountPage({ suspended = false }: { suspended?: boolean | undefined }) {
  const person = useOwnProfile();
  // An employee suspended by the account holder (not by a lapsed subscription) may not read any record of the farm.
  const adminId = person?.profile.personStatus === 'suspended' ? null : (person?.profile.adminId ?? null);
  // A suspended employee may be refused both queries. That is not an error of the page.
  const settings = useQuery({
    ...withoutFailureMessage(farmSettingsQuery(adminId ?? '', 'employee')),
    enabled: adminId !== null,
    retry: suspended ? false : 3,
  });
  const holder = useQuery({ ...ownerProfileQuery(adminId ?? ''), enabled: adminId !== null });
  const { signOut, dialog } = useSignOut();
  return (
    <Page title="Your account">
      {suspended && <UnsentNote />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          {person && <ProfileCard profile={person.profile} email={person.email} />}
          {person?.email && <SecurityCard userId={person.profile.id} email={person.email} />}
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Facts
            rows={[
              ['Farm', settings.data?.farmName],
              ['Main account holder', typeof holder.data === 'object' ? nameOf(holder.data) : null],
              ['Your role', 'Employee'],
            ]}
          />
          {person && adminId !== null && !settings.isPending && (
            <OwnWorkCard
              userId={person.profile.id}
              ownerId={adminId}
              settings={settings.data ? settingsFor(settings.data, person.profile) : null}
            />
          )}
          {person && adminId !== null && !suspended && <OwnCertificates />}
          {!suspended && adminId !== null && (
            <Suspense>
              <NotificationsCard />
            </Suspense>
          )}
          <AccountCard
            title="Leave"
            text="Sign out on this device, or leave the farm for good. To delete your sign-in too, leave, choose “Start my own account”, and delete that one on its Account page."
          >
            <div className="flex flex-wrap items-center gap-2">
              <Button onClick={signOut}>Sign Out</Button>
              <LeaveFarm farm={settings.data?.farmName ?? null} />
            </div>
          </AccountCard>
        </div>
      </div>
      {dialog}
    </Page>
  );
}

/** Entries in the outbox stay on the device until the account holder restores access. */
function UnsentNote() {
  const { entries } = useWaiting();
  const { length } = entries;
  if (length === 0) return null;
  return (
    <Banner tone="note">
      {entriesWords(length)} {plural(length, 'is', 'are')} only on this phone. {plural(length, 'It stays', 'They stay')}{' '}
      there and {plural(length, 'goes', 'go')} to the office once your access is back.
    </Banner>
  );
}

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter(Boolean).join(' ');

/** Facts about the farm, read-only for the employee. */
function Facts({ rows }: { rows: readonly (readonly [string, string | null | undefined])[] }) {
  return (
    <AccountCard title="Your farm">
      <dl className="grid gap-3">
        {rows.map(([label, value]) =>
          value ? (
            <div key={label} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
              <dt className="text-2 text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </AccountCard>
  );
}
