// The mail settings of the Edge Functions unless others are set: a stand-in for Resend at the backend's own address, so that
// every mail can be read at /_mail.
import { WEBHOOK_SECRET } from './mail-events.ts';
import { RESEND_PATH } from './resend.ts';

/** Secrets by name; `origin`: the address of the app and its backend. */
export const mailSecrets = (origin: string): Record<string, string> => ({
  SITE_URL: origin,
  RESEND_BASE_URL: `${origin}${RESEND_PATH}`,
  RESEND_API_KEY: 're_embedded',
  MAIL_FROM: 'Farm Diary <mail@farm-diary.example>',
  RESEND_WEBHOOK_SECRET: WEBHOOK_SECRET,
  CONTACT_TO: 'support@farm-diary.example',
});

/**
 * Without the settings of the stand-in if an API key is set: mails then go to Resend, unless another address is set too.
 */
export function withoutResendStandIn(
  defaults: Record<string, string>,
  own: Record<string, string>,
): Record<string, string> {
  if (!own['RESEND_API_KEY']) return defaults;
  const standInSettings = ['RESEND_BASE_URL', 'RESEND_WEBHOOK_SECRET'];
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !standInSettings.includes(name)));
}
