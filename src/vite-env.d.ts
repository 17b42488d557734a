// The variables a build can be given.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface adds to Vite's own
interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
  /** The address that the pages are found at, for canonical links and the site map. */
  readonly VITE_SITE_URL?: string;
  /** Who runs this installation, for the policies. */
  readonly VITE_OPERATOR_NAME?: string;
  readonly VITE_OPERATOR_ADDRESS?: string;
}
