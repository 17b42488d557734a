// The rules of the linter. oxlint takes a configuration in JavaScript only if it is named: `oxlint -c oxlint.config.mjs`.
// Rules that need types are checked by tsgolint (`--type-aware`). tests/domain/site/lint-rules.test.ts proves that the rules
// of this project report what they forbid.
import { existsSync, readdirSync } from 'node:fs';

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
  widgets: ['app', 'features'],
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
    'eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: '^\\.\\.(/|$)', message: "Inside a folder use './', across folders use '@/'." },
          ...(banned.length
            ? [{ group: banned.map((one) => `@/${one}/**`), message: `src/${layer} may not import this layer.` }]
            : []),
          ...(feature
            ? [
                {
                  group: ['@/features/**', `!@/features/${feature}`, `!@/features/${feature}/**`],
                  message: 'Features never import each other.',
                },
              ]
            : []),
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

const features = existsSync('src/features') ? readdirSync('src/features') : [];
const layerRules = Object.entries(layers).flatMap(([layer, banned]) =>
  layer === 'features' ? features.map((feature) => importRules(layer, banned, feature)) : [importRules(layer, banned)],
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
const BY_HAND = [
  {
    selector: "Literal[value='Enter a number like 12.5.']",
    message: 'Read a typed number with src/domain/core/typed.ts, or name NOT_A_NUMBER of money.ts.',
  },
  {
    selector:
      'CallExpression[callee.property.name=pipe][arguments.0.callee.property.name=string][arguments.1.callee.property.name=rawTransform]',
    message: 'Turn a text into a value with typedAs, or a helper for numbers and dates, of src/domain/core/typed.ts.',
  },
  {
    selector:
      "ConditionalExpression[test.operator='==='][test.right.raw='1']:matches([consequent.value=/^/], [consequent.type=TemplateLiteral])",
    message: 'Say one or several with counted or plural of src/domain/core/word-list.ts.',
  },
  {
    selector:
      ':matches(CallExpression[callee.object.property.name=message][callee.property.name=/^(endsWith|startsWith|includes|match)$/], CallExpression[callee.property.name=test][arguments.0.property.name=message])',
    message: 'Know an error by its code or detail, not by its sentence: src/data/refused.ts.',
  },
];
const STATE_OF_A_READ = {
  selector:
    ':matches(MemberExpression[property.name=/^(isPaused|fetchStatus)$/], ObjectPattern > Property[key.name=/^(isPaused|fetchStatus)$/])',
  message: 'Ask src/lib/read-state.ts whether a read waits for signal, and show a list with QueryList.',
};
const DATE_OF_UTC = {
  selector: "CallExpression[callee.property.name='slice'][arguments.0.value=0][arguments.1.value=10]",
  message: 'The first ten characters of an instant are the date in UTC. Use dateIn of src/domain/core/time.ts.',
};

const PDF_AT_START = {
  selector: "ImportDeclaration[source.value=/^@[/]pdf[/]/][importKind!='type']",
  message: 'Load @/pdf with import() when a document is wanted: a widget is on the first screen.',
};

const errors = (plugin, names) => Object.fromEntries(names.map((name) => [`${plugin}/${name}`, 'error']));
const off = (plugin, names) => Object.fromEntries(names.map((name) => [`${plugin}/${name}`, 'off']));

const TYPESCRIPT = ['**/*.{ts,tsx}'];
const JAVASCRIPT = ['**/*.{js,mjs}'];

/** ESLint's recommended rules that are not in oxlint's category "correctness". */
const RECOMMENDED = errors('eslint', [
  'getter-return',
  'no-case-declarations',
  'no-cond-assign',
  'no-constant-condition',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-redeclare',
  'no-regex-spaces',
  'no-undef',
  'no-unexpected-multiline',
  'no-unreachable',
  'no-useless-assignment',
  'no-useless-escape',
  'preserve-caught-error',
]);
/** What the compiler reports in TypeScript. */
const COMPILER_REPORTS = off('eslint', ['getter-return', 'no-redeclare', 'no-undef', 'no-unreachable']);

/** typescript-eslint's "strict", with and without types. */
const STRICT = {
  ...errors('eslint', [
    'no-array-constructor',
    'no-unused-expressions',
    'no-unused-vars',
    'no-useless-constructor',
    'no-var',
    'prefer-const',
    'prefer-rest-params',
    'prefer-spread',
  ]),
  ...errors('typescript', [
    'await-thenable',
    'no-array-delete',
    'no-base-to-string',
    'no-deprecated',
    'no-duplicate-enum-values',
    'no-duplicate-type-constituents',
    'no-dynamic-delete',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extra-non-null-assertion',
    'no-extraneous-class',
    'no-floating-promises',
    'no-for-in-array',
    'no-generated-empty-object-type',
    'no-implied-eval',
    'no-invalid-void-type',
    'no-meaningless-void-operator',
    'no-misused-new',
    'no-misused-spread',
    'no-mixed-enums',
    'no-namespace',
    'no-non-null-asserted-nullish-coalescing',
    'no-non-null-asserted-optional-chain',
    'no-non-null-assertion',
    'no-redundant-type-constituents',
    'no-require-imports',
    'no-this-alias',
    'no-unnecessary-boolean-literal-compare',
    'no-unnecessary-condition',
    'no-unnecessary-template-expression',
    'no-unnecessary-type-arguments',
    'no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint',
    'no-unnecessary-type-conversion',
    'no-unnecessary-type-parameters',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-declaration-merging',
    'no-unsafe-enum-comparison',
    'no-unsafe-function-type',
    'no-unsafe-member-access',
    'no-unsafe-return',
    'no-unsafe-unary-minus',
    'no-useless-default-assignment',
    'no-wrapper-object-types',
    'prefer-as-const',
    'prefer-literal-enum-member',
    'prefer-namespace-keyword',
    'prefer-promise-reject-errors',
    'prefer-reduce-type-parameter',
    'prefer-return-this-type',
    'related-getter-setter-pairs',
    'require-await',
    'triple-slash-reference',
    'unbound-method',
    'unified-signatures',
    'use-unknown-in-catch-callback-variable',
  ]),
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/consistent-type-definitions': ['error', 'type'],
  'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  'typescript/restrict-plus-operands': [
    'error',
    { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/require-array-sort-compare': 'off',
};

export default {
  plugins: ['typescript', 'jsx-a11y', 'react', 'import'],
  // Rules of ESLint that oxlint does not have itself.
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'error' },
  rules: { ...RECOMMENDED, 'import/no-cycle': 'error' },
  overrides: [
    {
      files: TYPESCRIPT,
      rules: {
        ...COMPILER_REPORTS,
        ...STRICT,
        'eslint/no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
        'eslint/max-lines': ['error', { max: 450 }],
        'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        ...errors('react', [
          'rules-of-hooks',
          'exhaustive-deps',
          'static-components',
          'use-memo',
          'preserve-manual-memoization',
          'incompatible-library',
          'immutability',
          'globals',
          'refs',
          'set-state-in-effect',
          'error-boundaries',
          'purity',
          'set-state-in-render',
          'unsupported-syntax',
        ]),
        'eslint-js/no-restricted-syntax': ['error', ...NOT_IN_SRC, ...BY_HAND, STATE_OF_A_READ],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludeFiles: ['src/domain/**'],
      rules: { 'eslint-js/no-restricted-syntax': ['error', ...NOT_IN_SRC, ...BY_HAND, STATE_OF_A_READ, DATE_OF_UTC] },
    },
    {
      files: ['src/widgets/**/*.{ts,tsx}'],
      rules: {
        'eslint-js/no-restricted-syntax': [
          'error',
          ...NOT_IN_SRC,
          ...BY_HAND,
          STATE_OF_A_READ,
          DATE_OF_UTC,
          PDF_AT_START,
        ],
      },
    },
    {
      files: ['src/lib/read-state.ts'],
      rules: { 'eslint-js/no-restricted-syntax': ['error', ...NOT_IN_SRC, ...BY_HAND, DATE_OF_UTC] },
    },
    {
      files: ['src/domain/core/{typed,money}.ts'],
      rules: { 'eslint-js/no-restricted-syntax': ['error', ...NOT_IN_SRC, STATE_OF_A_READ] },
    },
    ...layerRules,
    {
      files: ['vite.config.ts', 'vitest.config.ts', 'tests/**/*.{ts,tsx}'],
      rules: { 'eslint/no-restricted-exports': 'off' },
    },
    {
      // Plain JavaScript has no types to check.
      files: JAVASCRIPT,
      env: { node: true, browser: true },
      rules: off('typescript', [
        'no-base-to-string',
        'no-misused-spread',
        'require-array-sort-compare',
        'restrict-template-expressions',
        'unbound-method',
      ]),
    },
    {
      // On a screen the rows of a long ledger are no table's to the browser (ledger.css): their roles have to be said.
      files: [
        'src/ui/lists/ledger.tsx',
        'src/ui/lists/long-ledger.tsx',
        'src/features/{works,invoices,reports}/**/*.tsx',
      ],
      rules: off('jsx-a11y', ['no-redundant-roles', 'no-interactive-element-to-noninteractive-role']),
    },
  ],
  ignorePatterns: [
    'dist*',
    'coverage',
    'public',
    'supabase/functions',
    'supabase/local/functions/functions-main.ts',
    'src/lib/database.types.ts',
    'tests/fixtures/functions',
    '.farm-data',
  ],
};
