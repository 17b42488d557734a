/** The placeholder origin in a build without VITE_SITE_URL. `vite preview` replaces it with its own address. */
export const PLACEHOLDER_SITE = 'https://farm-diary.example';

const isSet = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/**
 * What is missing from a production build's environment, as messages for the person building it; empty in development.
 */
export function missingSettings(env: Readonly<Record<string, unknown>>): string[] {
  if (!isSet(env['VITE_SUPABASE_URL'])) return [];
  const operator = ['VITE_OPERATOR_NAME', 'VITE_OPERATOR_ADDRESS'].filter((name) => !isSet(env[name]));
  return [
    ...(isSet(env['VITE_SITE_URL'])
      ? []
      : ['VITE_SITE_URL is not set: canonical links, site map and previews name no site.']),
    ...(operator.length === 0
      ? []
      : [
          `${operator.join(' and ')} ${operator[1] ? 'are' : 'is'} not set: the privacy policy, the terms and ` +
            'About Us do not say who runs this installation. Set them before people use it.',
        ]),
  ];
}
