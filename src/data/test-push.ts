import { mutationOptions } from '@tanstack/react-query';
import { currentSubscription } from '@/lib/device/push-device';
import { supabase, unwrap } from '@/lib/supabase';

/** Queues a message for this device alone, so that its user sees whether notifications arrive. At most one a minute. */
export const sendTestPush = mutationOptions({
  mutationKey: ['push-devices', 'test'],
  mutationFn: async () => {
    const subscription = await currentSubscription();
    if (!subscription) throw new Error('The browser has turned notifications off. Turn them on again.');
    return unwrap(await supabase.rpc('send_test_push', { p_endpoint: subscription.endpoint }));
  },
  // The card shows the error beside the button.
  meta: {},
});
