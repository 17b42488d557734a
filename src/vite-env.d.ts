// The environment variables of a build.
// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to Vite's own
interface ImportMetaEnv {
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
  /** The site's address, for canonical links and the site map. */
  readonly VITE_SITE_URL?: string;
  /** The operator of this installation, for the policies. */
  readonly VITE_OPERATOR_NAME?: string;
  readonly VITE_OPERATOR_ADDRESS?: string;
  /** The demo farm that visitors may look at; the password is public. Without them the landing page offers none. */
  readonly VITE_DEMO_EMAIL?: string;
  readonly VITE_DEMO_PASSWORD?: string;
  /** The public half of the keys of notifications; without it they are not offered. */
  readonly VITE_VAPID_PUBLIC_KEY?: string;
  /**
   * The weather service: its address with {latitude} and {longitude}, and whom to name beside the forecast. Without it there is
   * none.
   */
  readonly VITE_WEATHER_URL?: string;
  readonly VITE_WEATHER_ATTRIBUTION?: string;
  readonly VITE_WEATHER_LINK?: string;
  /** The tile server of the map, and whom to name on it (HTML); without it the map has a plain grid. */
  readonly VITE_TILE_URL?: string;
  readonly VITE_TILE_ATTRIBUTION?: string;
}
