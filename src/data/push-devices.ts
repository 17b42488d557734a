// Notifications on devices: which one receives which messages of a person (*_push_subscriptions.sql).
import { mutationOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import type { MessageKind } from '@/domain/noticeboard/message';
import { hadNoResponse } from '@/lib/no-response';
import { currentSubscription, subscribe } from '@/lib/device/push-device';
import { readPushNote, writePushNote } from '@/lib/device/push-note';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

export type DeviceSettings = {
  kinds: readonly MessageKind[];
  /** Minutes after midnight in the farm's time zone; null without quiet hours. */
  quietFrom: number | null;
  quietTo: number | null;
  showDetails: boolean;
};

/** The settings of the device with this address; null if it is not registered for this person. */
export const deviceSettings = async (
  { ownerId, userId }: Pick<Account, 'ownerId' | 'userId'>,
  endpoint: string,
  signal: AbortSignal,
): Promise<DeviceSettings | null> =>
  unwrap(
    await supabase
      .from('push_subscriptions')
      .select<string, DeviceSettings>('kinds,quietFrom:quiet_from,quietTo:quiet_to,showDetails:show_details')
      .eq('user_id', ownerId)
      .eq('person_id', userId)
      .eq('endpoint', endpoint)
      .abortSignal(signal)
      .maybeSingle(),
  );

type Registration = {
  userId: string;
  subscription: PushSubscription;
  /** Null keeps the stored settings; a new device then receives everything. */
  settings: DeviceSettings | null;
  replaces?: string;
};

/** Registers this device for the person, and stores on it for whom it is registered. */
async function keepDevice({ userId, subscription, settings, replaces }: Registration) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  unwrap(
    await supabase.rpc('keep_push_subscription', {
      p_endpoint: subscription.endpoint,
      p_p256dh: p256dh,
      p_auth: auth,
      ...(settings && { p_kinds: [...settings.kinds], p_show_details: settings.showDetails }),
      ...(settings?.quietFrom != null && settings.quietTo !== null
        ? { p_quiet_from: settings.quietFrom, p_quiet_to: settings.quietTo }
        : {}),
      ...(replaces !== undefined && { p_replaces: replaces }),
    }),
  );
  writePushNote({ userId, endpoint: subscription.endpoint });
}

const invalidates = [keys.pushSubscriptions] as const;

/** Resolves to false if the permission was not given. */
export const turnOnPushes = mutationOptions({
  mutationKey: ['push-devices', 'on'],
  mutationFn: async ({ key, userId, settings }: { key: string; userId: string; settings: DeviceSettings }) => {
    const subscription = await subscribe(key);
    if (subscription) await keepDevice({ userId, subscription, settings });
    return subscription !== null;
  },
  meta: { failed: { title: 'Notifications are not on' }, invalidates },
});

export const savePushSettings = mutationOptions({
  mutationKey: ['push-devices', 'settings'],
  mutationFn: async ({ userId, settings }: { userId: string; settings: DeviceSettings }) => {
    const subscription = await currentSubscription();
    if (!subscription) throw new Error('The browser has turned notifications off. Turn them on again.');
    await keepDevice({ userId, subscription, settings });
  },
  meta: {
    saved: { title: 'Notifications saved.' },
    failed: { title: 'Could not save the notifications' },
    invalidates,
  },
});

/**
 * Ends notifications on this device: deletes its registration on the server and unsubscribes from the push service. One
 * of the two is enough. If both fail, the stored note stays, so that the next start can end them.
 */
export async function endPushes() {
  const subscription = await currentSubscription();
  if (!subscription) return writePushNote(null);
  const { error } = await supabase.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint);
  const isGone = await subscription.unsubscribe().catch(() => false);
  if (error && !isGone) throw error;
  writePushNote(null);
}

export const turnOffPushes = mutationOptions({
  mutationKey: ['push-devices', 'off'],
  mutationFn: endPushes,
  meta: { failed: { title: 'Could not turn them off' }, invalidates },
});

/**
 * Called when the app starts. If another person has signed in on this device, or the browser has replaced its push
 * address, registers the device again, so that it receives only the messages of the person who is signed in.
 */
export async function followDevice(userId: string) {
  const note = readPushNote();
  const subscription = await currentSubscription();
  if (!note || !subscription) return writePushNote(null);
  const isSamePerson = note.userId === userId;
  if (isSamePerson && note.endpoint === subscription.endpoint) return;
  try {
    await keepDevice({ userId, subscription, settings: null, ...(isSamePerson && { replaces: note.endpoint }) });
  } catch (error) {
    // Without a connection the next start tries again. If the server refused, the previous person's notifications must
    // still end.
    if (!isSamePerson && !hadNoResponse(error)) await endPushes();
  }
}
