// The mail settings of the Edge Functions unless others are set: a stub of Resend at the backend's own address, so that
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
 * Without the settings of the stub if an API key is set: mails then go to Resend, unless another address is set too.
 */
export function withoutResendStub(
  defaults: Record<string, string>,
  own: Record<string, string>,
): Record<string, string> {
  if (!own['RESEND_API_KEY']) return defaults;
  const stubSettings = ['RESEND_BASE_URL', 'RESEND_WEBHOOK_SECRET'];
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !stubSettings.includes(name)));
}
