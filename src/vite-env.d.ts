// The environment variables of a build.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface adds to Vite's own
interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
  /** The site's address, for canonical links and the site map. */
  readonly VITE_SITE_URL?: string;
  /** The operator of this installation, for the policies. */
  readonly VITE_OPERATOR_NAME?: string;
  readonly VITE_OPERATOR_ADDRESS?: string;
  /** The tile server of the map, and whom to name on it (HTML); without it the map has a plain grid. */
  readonly VITE_TILE_URL?: string;
  readonly VITE_TILE_ATTRIBUTION?: string;
}
