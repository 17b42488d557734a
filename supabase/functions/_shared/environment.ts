// What the functions are told about their surroundings.

/** The value of a secret or setting; undefined where it is missing or empty. */
export const setting = (name: string): string | undefined => Deno.env.get(name)?.trim() || undefined;

/** A setting without which no function works. */
export function needed(name: string): string {
  const value = setting(name);
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** True beside the embedded backend of development and tests, which only this machine reaches. */
export const isEmbedded = (): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(needed('SUPABASE_URL')).hostname);

/** The app's address without a slash at its end: https://your.app */
export const siteUrl = (): string => needed('SITE_URL').replace(/\/+$/, '');
