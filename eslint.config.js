import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import reactRefresh from 'eslint-plugin-react-refresh';
import tseslint from 'typescript-eslint';

// Which layer may import which: app → features → widgets → session → offline → data → records → domain, lib.
// Each layer lists the layers above or beside it that it must not import.
// '../' is banned everywhere: inside a folder use './', across folders use '@/'.
const layers = {
  domain: ['app', 'features', 'widgets', 'session', 'offline', 'pdf', 'data', 'records', 'ui', 'lib'],
  lib: ['app', 'features', 'widgets', 'session', 'offline', 'pdf', 'data', 'records', 'ui', 'domain'],
  ui: ['app', 'features', 'widgets', 'session', 'offline', 'pdf', 'data', 'records'],
  pdf: ['app', 'features', 'widgets', 'session', 'offline', 'data', 'records', 'ui'],
  records: ['app', 'features', 'widgets', 'session', 'offline', 'pdf', 'data', 'ui'],
  data: ['app', 'features', 'widgets', 'session', 'offline', 'pdf', 'ui'],
  offline: ['app', 'features', 'widgets', 'session', 'pdf', 'ui'],
  session: ['app', 'features', 'widgets', 'pdf', 'ui'],
  widgets: ['app', 'features', 'pdf'],
  features: ['app'],
  app: [],
};
const frameworks = ['react', 'react-dom', 'react-router-dom', '@tanstack/*', '@supabase/*', 'jspdf', 'jspdf-autotable'];
const plainTypeScriptLayers = ['domain', 'records'];
const talksToSupabase = ['data', 'session', 'offline', 'lib'];

/** The import rules of a layer, or of one feature: its folders import each other, but no other feature. */
const importRules = (layer, banned, feature) => ({
  files: [`src/${layer}/${feature ? `${feature}/` : ''}**/*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { group: ['../*', '..'], message: "Inside a folder use './', across folders use '@/'." },
          ...(banned.length
            ? [{ group: banned.map((b) => `@/${b}/**`), message: `src/${layer} may not import this layer.` }]
            : []),
          ...(feature ? [{ regex: `^@/features/(?!${feature}/)`, message: 'Features never import each other.' }] : []),
          ...(plainTypeScriptLayers.includes(layer)
            ? [{ group: frameworks, message: `src/${layer} is plain TypeScript.` }]
            : []),
          ...(talksToSupabase.includes(layer)
            ? []
            : [
                {
                  group: ['@supabase/*', '@/lib/supabase'],
                  message: 'Only data, session, offline and lib talk to Supabase.',
                },
              ]),
        ],
      },
    ],
  },
});

const layerRules = Object.entries(layers).flatMap(([layer, banned]) =>
  layer === 'features'
    ? readdirSync('src/features').map((feature) => importRules(layer, banned, feature))
    : [importRules(layer, banned)],
);

const NOT_IN_SRC = [
  {
    selector: "VariableDeclarator[init.callee.name='useSearchParams'] > ArrayPattern[elements.length>1]",
    message: 'Change the address with useAddress: the setter of the router loses the first of two quick changes.',
  },
  {
    selector: ':matches([key.name=queryKey] > ArrayExpression > Literal:first-child, [key.name=invalidates] Literal)',
    message: 'Name it as in src/lib/query-keys.ts: keys.notes.',
  },
];
const DATE_OF_UTC = {
  selector: "CallExpression[callee.property.name='slice'][arguments.0.value=0][arguments.1.value=10]",
  message: 'The first ten characters of an instant are the date in UTC. Use dateIn of src/domain/core/time.ts.',
};

export default tseslint.config(
  {
    ignores: [
      'dist*',
      '.farm-data',
      'coverage',
      'src/lib/database.types.ts',
      'public',
      'supabase/functions',
      'tests/fixtures/functions',
      'supabase/local/functions/functions-main.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // The rules that need types are in .oxlintrc.json.
    extends: [...tseslint.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'max-lines': ['error', { max: 450 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, 'react-refresh': reactRefresh },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': ['error', ...NOT_IN_SRC],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/domain/**'],
    rules: { 'no-restricted-syntax': ['error', ...NOT_IN_SRC, DATE_OF_UTC] },
  },
  ...layerRules,
  { files: ['vite.config.ts', 'vitest.config.ts', 'tests/**/*.{ts,tsx}'], rules: { 'no-restricted-exports': 'off' } },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        document: 'readonly',
        localStorage: 'readonly',
        location: 'readonly',
        setTimeout: 'readonly',
        matchMedia: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
