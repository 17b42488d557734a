// Access to environment variables.

/** The value of a secret or setting; undefined if it is missing or empty. */
export const setting = (name: string): string | undefined => Deno.env.get(name)?.trim() || undefined;

/** A required setting. Throws if it is missing. */
export function requiredSetting(name: string): string {
  const value = setting(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** True with the embedded backend of development and tests, which can be reached only from this machine. */
export const isEmbedded = (): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(requiredSetting('SUPABASE_URL')).hostname);

/** The app's address without a slash at its end: https://your.app */
export const siteUrl = (): string => requiredSetting('SITE_URL').replace(/\/+$/, '');
