import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Bell, BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import {
  deviceSettings,
  savePushSettings,
  turnOffPushes,
  turnOnPushes,
  type DeviceSettings,
} from '@/data/push-devices';
import { sendTestPush } from '@/data/test-push';
import type { Account } from '@/domain/account/account';
import { kindsOf, KIND_WORDS, minutesOfDay, timeOfMinutes } from '@/domain/noticeboard/message';
import { canReceivePushes, currentSubscription, pushKey } from '@/lib/device/push-device';
import * as keys from '@/lib/query-keys';
import { useAccount } from '@/session/account';
import { READ_ONLY } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { FieldError, TextField } from '@/ui/forms/field';
import { AccountCard } from './account-card';
import { useOfflineReason } from './use-offline-reason';

const isIphone = () => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** What this device can do, and what is set for it. `key` is null if notifications are not set up here. */
const deviceQuery = (account: Pick<Account, 'ownerId' | 'userId'>) =>
  queryOptions({
    queryKey: [keys.pushSubscriptions, account.ownerId, account.userId],
    // Another page of the browser may have changed the permission.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [key, isPossible, subscription] = await Promise.all([pushKey(), canReceivePushes(), currentSubscription()]);
      const isDenied = isPossible && Notification.permission === 'denied';
      const settings = subscription && (await deviceSettings(account, subscription.endpoint, signal));
      return { key, isPossible, isDenied, settings };
    },
  });

/** Notifications on this device: turned on by its user, with the kinds and the quiet hours that they choose. */
export function NotificationsCard() {
  const account = useAccount();
  const { data: device } = useQuery(deviceQuery(account));
  if (!device || device.key === null) return null;
  return (
    <AccountCard
      title="Notifications"
      text="This phone can tell you at once when something needs you, also while the app is closed."
    >
      {!device.isPossible ? (
        <p>
          {isIphone()
            ? 'On an iPhone or iPad, add Farm Diary to the home screen first: tap Share, then “Add to Home Screen”. Open it from there and turn notifications on here.'
            : 'This browser can’t receive notifications. Use Chrome, Edge, Firefox or Safari, and open the app there.'}
        </p>
      ) : device.isDenied ? (
        <p>
          Notifications from Farm Diary are blocked on this phone. To allow them, open the settings of the browser or of
          the app, choose Notifications, and allow them. Then open this page again.
        </p>
      ) : device.settings ? (
        <>
          <Settings stored={device.settings} />
          <TestMessage />
        </>
      ) : (
        <TurnOn pushKey={device.key} />
      )}
    </AccountCard>
  );
}

function useDisabledReason(): string | null {
  const { canWrite } = useAccount();
  const offline = useOfflineReason();
  return offline ?? (canWrite ? null : READ_ONLY);
}

function TurnOn({ pushKey: key }: { pushKey: string }) {
  const { userId, role } = useAccount();
  const disabled = useDisabledReason();
  const { mutate, isPending, data: isOn } = useMutation(turnOnPushes);
  const settings: DeviceSettings = { kinds: kindsOf(role), quietFrom: null, quietTo: null, showDetails: false };
  return (
    <div className="grid gap-3 sm:justify-items-start">
      <p>
        You are told of{' '}
        {role === 'admin' ? 'defects, weeks handed in and mails that came back' : 'jobs planned for you'}, and of
        machines that must not be used. The phone asks you to allow it. A locked screen shows no names and no details
        unless you choose so.
      </p>
      {isOn === false && (
        <FieldError>
          The phone did not allow notifications. Press the button again and choose Allow, or allow them in its settings.
        </FieldError>
      )}
      <Button
        variant="main"
        disabled={disabled !== null}
        busy={isPending}
        busyText="Turning on..."
        onClick={() => mutate({ key, userId, settings })}
      >
        <Bell aria-hidden="true" />
        Turn on for this phone
      </Button>
      {disabled !== null && <p className="hint">{disabled}</p>}
    </div>
  );
}

/** Half past nine in the evening to six in the morning. */
const USUAL_QUIET = { from: '21:30', to: '06:00' };

function Settings({ stored }: { stored: DeviceSettings }) {
  const { userId, role } = useAccount();
  const disabled = useDisabledReason();
  const save = useMutation(savePushSettings);
  const off = useMutation(turnOffPushes);
  const [kinds, setKinds] = useState(stored.kinds);
  const [isQuiet, setIsQuiet] = useState(stored.quietFrom !== null);
  const [from, setFrom] = useState(stored.quietFrom === null ? USUAL_QUIET.from : timeOfMinutes(stored.quietFrom));
  const [to, setTo] = useState(stored.quietTo === null ? USUAL_QUIET.to : timeOfMinutes(stored.quietTo));
  const [showDetails, setShowDetails] = useState(stored.showDetails);
  const [error, setError] = useState('');
  const submit = () => {
    const [quietFrom, quietTo] = isQuiet ? [minutesOfDay(from), minutesOfDay(to)] : [null, null];
    const isIncomplete = isQuiet && (quietFrom === null || quietTo === null);
    setError(isIncomplete ? 'Enter both times.' : isQuiet && quietFrom === quietTo ? 'Choose another end.' : '');
    if (isIncomplete || (isQuiet && quietFrom === quietTo)) return;
    save.mutate({
      userId,
      settings: { kinds: kindsOf(role).filter((kind) => kinds.includes(kind)), quietFrom, quietTo, showDetails },
    });
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className="grid gap-1">
        <legend className="field-label">Tell me on this phone</legend>
        {kindsOf(role).map((kind) => (
          <CheckField
            key={kind}
            label={KIND_WORDS[role][kind]}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              setKinds(target.checked ? [...kinds, kind] : kinds.filter((other) => other !== kind))
            }
          />
        ))}
      </fieldset>
      <div className="grid gap-3">
        <CheckField
          label="Quiet hours"
          hint="What happens meanwhile is told when they end. Urgent notices and machines that must not be used are told at once."
          checked={isQuiet}
          onChange={({ target }) => setIsQuiet(target.checked)}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-4">
            <TextField label="From" type="time" value={from} onChange={({ target }) => setFrom(target.value)} />
            <TextField
              label="To"
              type="time"
              value={to}
              error={error === '' ? undefined : error}
              onChange={({ target }) => setTo(target.value)}
            />
          </div>
        )}
      </div>
      <CheckField
        label="Show details on a locked screen"
        hint="Switched off, a notification says only what kind of news there is."
        checked={showDetails}
        onChange={({ target }) => setShowDetails(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={disabled !== null} busy={save.isPending} busyText="Saving...">
          Save notifications
        </Button>
        <Button variant="quiet" busy={off.isPending} busyText="Turning off..." onClick={() => off.mutate()}>
          <BellOff aria-hidden="true" />
          Turn off for this phone
        </Button>
      </div>
      {disabled !== null && <p className="hint">{disabled}</p>}
    </form>
  );
}

/** Sends one message to this device, and says what to do if it does not appear. */
function TestMessage() {
  const disabled = useDisabledReason();
  const { mutate, isPending, isSuccess, error } = useMutation(sendTestPush);
  return (
    <div className="grid gap-2 border-t border-line pt-4 sm:justify-items-start">
      <Button disabled={disabled !== null} busy={isPending} busyText="Sending..." onClick={() => mutate()}>
        <BellRing aria-hidden="true" />
        Send a test message
      </Button>
      <output>
        {isSuccess &&
          'Sent. It appears on this phone within two minutes, also if the app is closed. If it does not, look whether Do Not Disturb is on and whether the phone’s settings allow notifications from the app or its browser. Then turn notifications off and on again here.'}
        {error && <FieldError>The test message was not sent. {error.message}</FieldError>}
      </output>
    </div>
  );
}
