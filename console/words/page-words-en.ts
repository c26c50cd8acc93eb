// Made by npm run words from the files in en/; do not edit.

// biome-ignore-all format: one row a page

/** The texts of each page, loaded with the first page that needs them. */
export const pageWordsEn = {
  /** The labels for codes, which case files also print. */
  labels: async () => (await import('../../data/reference/words/en.json', { with: { type: 'json' } })).default,
  /** The findings of the checks, which svc doctor also prints. */
  checks: async () => (await import('../../data/reference/checks/en.json', { with: { type: 'json' } })).default,
  account: async () => (await import('./en/account.json', { with: { type: 'json' } })).default,
  approvals: async () => (await import('./en/approvals.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./en/audit.json', { with: { type: 'json' } })).default,
  developer: async () => (await import('./en/developer.json', { with: { type: 'json' } })).default,
  directory: async () => (await import('./en/directory.json', { with: { type: 'json' } })).default,
  keys: async () => (await import('./en/keys.json', { with: { type: 'json' } })).default,
  palette: async () => (await import('./en/palette.json', { with: { type: 'json' } })).default,
  quality: async () => (await import('./en/quality.json', { with: { type: 'json' } })).default,
  reports: async () => (await import('./en/reports.json', { with: { type: 'json' } })).default,
  reviews: async () => (await import('./en/reviews.json', { with: { type: 'json' } })).default,
  system: async () => (await import('./en/system.json', { with: { type: 'json' } })).default,
  usage: async () => (await import('./en/usage.json', { with: { type: 'json' } })).default,
  users: async () => (await import('./en/users.json', { with: { type: 'json' } })).default,
  verifications: async () => (await import('./en/verifications.json', { with: { type: 'json' } })).default,
  webhooks: async () => (await import('./en/webhooks.json', { with: { type: 'json' } })).default,
} as const

/** The `title` of each page's texts, for the navigation. */
export const pageTitlesEn = {
  account: 'My account',
  approvals: 'Approvals',
  audit: 'Audit log',
  developer: 'Developer',
  directory: 'Sign-in with {{name}}',
  keys: 'API keys',
  overview: 'Overview',
  palette: 'Search and commands',
  quality: 'Quality',
  reports: 'Reports',
  reviews: 'Review queue',
  system: 'System',
  usage: 'Usage',
  users: 'Users',
  verifications: 'Verifications',
  webhooks: 'Webhooks',
} as const
