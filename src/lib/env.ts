// Where the backend is: constants of the build, or the embedded backend on the app's own origin.

export type BackendConfig = {
  url: string;
  key: string;
  /** Only for an embedded backend: where its mails can be read. */
  embedded?: { mailbox: string };
};

const url = import.meta.env.VITE_SUPABASE_URL;
const key = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;

/** The key of a project's session in localStorage. */
export const sessionKey = (project: string) => `sb-${new URL(project).hostname.split('.')[0] ?? ''}-auth-token`;

/** The backend to use, or null if the app is not configured. A build with both constants sends no request. */
export async function backendConfig(): Promise<BackendConfig | null> {
  if (url && key) return { url, key };
  const { embeddedConfig } = await import('./embedded');
  return embeddedConfig();
}
