// Made by npm run words from the files in fr/; do not edit.

// biome-ignore-all format: one row a page

/** The texts of each page, loaded with the first page that needs them. */
export const pageWordsFr = {
  /** The labels for codes, which case files also print. */
  labels: async () => (await import('../../data/reference/words/fr.json', { with: { type: 'json' } })).default,
  /** The findings of the checks, which svc doctor also prints. */
  checks: async () => (await import('../../data/reference/checks/fr.json', { with: { type: 'json' } })).default,
  account: async () => (await import('./fr/account.json', { with: { type: 'json' } })).default,
  approvals: async () => (await import('./fr/approvals.json', { with: { type: 'json' } })).default,
  audit: async () => (await import('./fr/audit.json', { with: { type: 'json' } })).default,
  developer: async () => (await import('./fr/developer.json', { with: { type: 'json' } })).default,
  directory: async () => (await import('./fr/directory.json', { with: { type: 'json' } })).default,
  keys: async () => (await import('./fr/keys.json', { with: { type: 'json' } })).default,
  palette: async () => (await import('./fr/palette.json', { with: { type: 'json' } })).default,
  quality: async () => (await import('./fr/quality.json', { with: { type: 'json' } })).default,
  reports: async () => (await import('./fr/reports.json', { with: { type: 'json' } })).default,
  reviews: async () => (await import('./fr/reviews.json', { with: { type: 'json' } })).default,
  system: async () => (await import('./fr/system.json', { with: { type: 'json' } })).default,
  usage: async () => (await import('./fr/usage.json', { with: { type: 'json' } })).default,
  users: async () => (await import('./fr/users.json', { with: { type: 'json' } })).default,
  verifications: async () => (await import('./fr/verifications.json', { with: { type: 'json' } })).default,
  webhooks: async () => (await import('./fr/webhooks.json', { with: { type: 'json' } })).default,
} as const

/** The `title` of each page's texts, for the navigation. */
export const pageTitlesFr = {
  account: 'Mon compte',
  approvals: 'Approbations',
  audit: 'Journal d’audit',
  developer: 'Développement',
  directory: 'Connexion avec {{name}}',
  keys: 'Clés d’API',
  overview: 'Vue d’ensemble',
  palette: 'Recherche et commandes',
  quality: 'Qualité',
  reports: 'Rapports',
  reviews: 'File d’examen',
  system: 'Système',
  usage: 'Consommation',
  users: 'Utilisateurs',
  verifications: 'Vérifications',
  webhooks: 'Webhooks',
} as const
